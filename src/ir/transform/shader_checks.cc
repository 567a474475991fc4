#include "ir/transform/shader_checks.h"

namespace vitrine::ir {

void ShaderChecks::report(Builder& b, Value condition, const printf::Bounds& what, std::string format, const std::vector<Value>& values) {
  PrintSite site;
  site.format = std::move(format);
  site.span = m_.span_of(b.location());
  for (Value v : values) site.args.push_back(b.type(v));
  PrintSiteId id = m_.print_sites.add(std::move(site));
  found_.push_back(what);
  b.begin_if(condition);
  b.print(id, values);
  b.end_if();
}

}  // namespace vitrine::ir
