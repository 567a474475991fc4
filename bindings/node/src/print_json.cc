// What a shader printed, as the JSON that lib/events.js parses.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include "context.h"

namespace vitrine::node {
namespace {

void append_json(std::string& out, std::string_view text) {
  out += '"';
  for (char ch : text) {
    if (ch == '"' || ch == '\\') {
      out += '\\';
      out += ch;
    } else if (static_cast<unsigned char>(ch) < 0x20) {
      char hex[8];
      std::snprintf(hex, sizeof hex, "\\u%04x", ch);
      out += hex;
    } else {
      out += ch;
    }
  }
  out += '"';
}
std::string scalar_json(const VitrinePrintScalar& s) {
  switch (s.type) {
    case VitrineScalarType_Bool: return s.bits ? "true" : "false";
    case VitrineScalarType_I32: return std::to_string(static_cast<int32_t>(s.bits));
    case VitrineScalarType_F32: {
      float f;
      std::memcpy(&f, &s.bits, 4);
      if (!std::isfinite(f)) return std::isnan(f) ? "\"NaN\"" : f > 0 ? "\"Infinity\"" : "\"-Infinity\"";
      char text[64];
      std::snprintf(text, sizeof text, "%.9g", static_cast<double>(f));
      return text;
    }
    default: return std::to_string(s.bits);
  }
}

}  // namespace

std::string print_json(const VitrinePrintMessage& m) {
  std::string o = "{\"text\":";
  append_json(o, to_view(m.text));
  o += ",\"format\":";
  append_json(o, to_view(m.format));
  o += ",\"arguments\":[";
  for (size_t i = 0; m.arguments && i < m.argumentCount; ++i) {
    o += i ? ",{\"type\":" : "{\"type\":";
    append_json(o, to_view(m.arguments[i].typeName));
    o += ",\"values\":[";
    for (size_t k = 0; k < m.arguments[i].scalarCount; ++k) o += (k ? "," : "") + scalar_json(m.arguments[i].scalars[k]);
    o += "]}";
  }
  o += "],\"moduleLabel\":";
  append_json(o, to_view(m.moduleLabel));
  o += ",\"line\":" + std::to_string(m.line) + ",\"column\":" + std::to_string(m.columnUtf16) + ",\"entryPoint\":";
  append_json(o, to_view(m.entryPoint));
  o += ",\"stage\":" + std::to_string(m.stage) + ",\"invocation\":[" + std::to_string(m.invocation[0]) + "," +
       std::to_string(m.invocation[1]) + "," + std::to_string(m.invocation[2]) + "],\"pipelineLabel\":";
  append_json(o, to_view(m.pipelineLabel));
  o += ",\"passLabel\":";
  append_json(o, to_view(m.passLabel));
  o += ",\"deviceLabel\":";
  append_json(o, to_view(m.deviceLabel));
  o += ",\"debugGroups\":[";
  for (size_t i = 0; i < m.debugGroupCount; ++i) {
    if (i) o += ',';
    append_json(o, to_view(m.debugGroups[i]));
  }
  o += "],\"submission\":" + std::to_string(m.submission) + ",\"command\":" + std::to_string(m.command) +
       ",\"commandInPass\":" + std::to_string(m.commandInPass) +
       ",\"partial\":" + (m.partial ? "true" : "false") + ",\"sourceLine\":";
  append_json(o, to_view(m.sourceLine));
  o += '}';
  return o;
}

}  // namespace vitrine::node
