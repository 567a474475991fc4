// Rules that more than one file of the resolver checks.
#pragma once

#include "diag/diagnostic.h"
#include "diag/rule.h"

namespace vitrine::wgsl {

using diag::Effect;
using diag::Name;
using diag::Text;

RULE(composite_nesting_depth, ShaderCreation, "wgsl:limits", "",
     "the type {0} nests {1} composite types, more than {2}", Name, uint64_t, uint64_t);
RULE(access_mode_not_written, ShaderCreation, "wgsl:address-space", "747bc13f 80215386",
     "an access mode is written for the address space storage only, not for {0}", Name);
RULE(access_mode_of_space, ShaderCreation, "wgsl:address-space", "e2685907",
     "a {0} in the address space {1} cannot have the access mode {2}", Text, Name, Name);
RULE(extension_not_enabled, ShaderCreation, "wgsl:enable-extensions-sec",
     "e92ebd55 d94ab805 8e325253 fdb1e5df 15a9f3e9 ec53d53c 81dd16b1",
     "{0} needs the extension {1}, which is not enabled", Text, Name);
RULE(language_feature_missing, ShaderCreation, "wgsl:language-extensions-sec", "59e1990f",
     "{0} needs the language feature {1}, which is not supported here", Text, Name);
RULE(integer_needed, ShaderCreation, "wgsl:attributes", "91ca6975 f2ebf4e4 67eca15a c8be6729 e8f25b7f 6ea71bf7",
     "{0} must be an i32 or u32, and {1} has type {2}", Text, Name, Name);

}  // namespace vitrine::wgsl
