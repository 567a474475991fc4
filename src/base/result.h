// The value or the error of a step that can fail.
#pragma once

#include <tl/expected.hpp>

namespace vitrine {

template <class T, class E>
using Result = tl::expected<T, E>;

template <class E>
using Failure = tl::unexpected<E>;

}  // namespace vitrine
