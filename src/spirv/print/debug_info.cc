// https://github.com/KhronosGroup/SPIRV-Registry/blob/main/nonsemantic/NonSemantic.Shader.DebugInfo.100.asciidoc
// Every operand is an id, numbers too.
#include <spirv/unified1/NonSemanticShaderDebugInfo100.h>

#include "spirv/print/printer.h"

namespace vitrine::spirv {

using spv::Op;

uint32_t Printer::debug(uint32_t instruction, std::span<const uint32_t> operands, Words* to) {
  uint32_t set = ext_set("NonSemantic.Shader.DebugInfo.100"), none = void_type(), id = new_id();
  Words& w = to ? *to : declarations_;
  w.begin(Op::OpExtInst);
  w.word(none);
  w.word(id);
  w.word(set);
  w.word(instruction);
  w.words(operands);
  w.end();
  return id;
}

Printer::Place Printer::place(SourceSpan span) const {
  diag::Position a = m_.source->position(span.begin), b = m_.source->position(span.end);
  return {a.line, a.column_bytes, b.line, b.column_bytes};
}

void Printer::debug_module() {
  if (!at_least(1, 6)) extension("SPV_KHR_non_semantic_info");
  std::string_view text = m_.source->text();
  uint32_t first = string(text.substr(0, kMaxStringBytes));
  debug_source_ = debug(NonSemanticShaderDebugInfo100DebugSource, {source_file_, first});
  for (size_t at = kMaxStringBytes; at < text.size(); at += kMaxStringBytes)
    debug(NonSemanticShaderDebugInfo100DebugSourceContinued, {string(text.substr(at, kMaxStringBytes))});
  uint32_t version = u32_constant(100), dwarf = u32_constant(4), language = u32_constant(0);
  debug_unit_ = debug(NonSemanticShaderDebugInfo100DebugCompilationUnit, {version, dwarf, debug_source_, language});
  debug_expression_ = debug(NonSemanticShaderDebugInfo100DebugExpression, {});
}

uint32_t Printer::debug_type(TypeId id) {
  if (id == lang::kVoidType) return void_type();
  if (auto it = debug_types_.find(id.value); it != debug_types_.end()) return it->second;
  const lang::Type& ty = t(id);
  uint32_t zero = u32_constant(0), made = 0;
  auto basic = [&](uint32_t bits, uint32_t encoding) {
    uint32_t text = string(types_.to_text(id)), size = u32_constant(bits), kind = u32_constant(encoding);
    return debug(NonSemanticShaderDebugInfo100DebugTypeBasic, {text, size, kind, zero});
  };
  switch (ty.kind) {
    case TypeKind::Bool: made = basic(32, NonSemanticShaderDebugInfo100Boolean); break;
    case TypeKind::I32: made = basic(32, NonSemanticShaderDebugInfo100Signed); break;
    case TypeKind::U32: made = basic(32, NonSemanticShaderDebugInfo100Unsigned); break;
    case TypeKind::F32: made = basic(32, NonSemanticShaderDebugInfo100Float); break;
    case TypeKind::F16: made = basic(16, NonSemanticShaderDebugInfo100Float); break;
    case TypeKind::Vector: {
      uint32_t scalar_type = debug_type(ty.element), n = u32_constant(ty.rows);
      made = debug(NonSemanticShaderDebugInfo100DebugTypeVector, {scalar_type, n});
      break;
    }
    case TypeKind::Matrix: {
      uint32_t scalar_type = debug_type(ty.element), rows = u32_constant(ty.rows), columns = u32_constant(ty.columns);
      uint32_t column = debug(NonSemanticShaderDebugInfo100DebugTypeVector, {scalar_type, rows});
      uint32_t yes = unique(Op::OpConstantTrue, {}, bool_type());
      made = debug(NonSemanticShaderDebugInfo100DebugTypeMatrix, {column, columns, yes});
      break;
    }
    case TypeKind::Array: {
      uint32_t element = debug_type(ty.element);
      uint32_t n = u32_constant(ty.count_kind == lang::CountKind::Fixed ? ty.count : 0);
      made = debug(NonSemanticShaderDebugInfo100DebugTypeArray, {element, n});
      break;
    }
    case TypeKind::Atomic: made = debug_type(ty.element); break;
    // SPIRV-Tools up to 2023.1 takes pointers to basic types only; what is pointed to says more anyway.
    case TypeKind::Pointer: made = debug_type(ty.element); break;
    case TypeKind::Struct: {
      const lang::Struct& s = types_.structure(id);
      std::vector<uint32_t> members;
      for (const lang::Member& m : s.members) {
        Place p = place(m.span);
        uint32_t words[] = {string(m.name), debug_type(m.type), debug_source_, u32_constant(p.line), u32_constant(p.column),
                            u32_constant(m.offset * 8), u32_constant(m.size * 8),
                            u32_constant(NonSemanticShaderDebugInfo100FlagIsPublic)};
        members.push_back(debug(NonSemanticShaderDebugInfo100DebugTypeMember, words));
      }
      Place p = place(s.span);
      uint32_t name_id = string(s.name);
      std::vector<uint32_t> words{name_id, u32_constant(NonSemanticShaderDebugInfo100Structure), debug_source_,
                                  u32_constant(p.line), u32_constant(p.column), debug_unit_, name_id,
                                  u32_constant(static_cast<uint32_t>(s.size) * 8),
                                  u32_constant(NonSemanticShaderDebugInfo100FlagIsPublic)};
      words.insert(words.end(), members.begin(), members.end());
      made = debug(NonSemanticShaderDebugInfo100DebugTypeComposite, words);
      break;
    }
    default: {
      // Textures and samplers: a structure without members, as the convention for opaque types is.
      uint32_t name_id = string(types_.to_text(id)), none = debug(NonSemanticShaderDebugInfo100DebugInfoNone, {});
      made = debug(NonSemanticShaderDebugInfo100DebugTypeComposite,
                   {name_id, u32_constant(NonSemanticShaderDebugInfo100Class), debug_source_, u32_constant(0), u32_constant(0),
                    debug_unit_, string("@" + types_.to_text(id)), none, u32_constant(NonSemanticShaderDebugInfo100FlagIsPublic)});
    }
  }
  debug_types_[id.value] = made;
  return made;
}

void Printer::debug_global(ir::GlobalId id) {
  const ir::Global& g = m_.globals[id];
  Place p = place(g.span);
  uint32_t name_id = string(g.name);
  debug(NonSemanticShaderDebugInfo100DebugGlobalVariable,
        {name_id, debug_type(t(g.type).element), debug_source_, u32_constant(p.line), u32_constant(p.column), debug_unit_, name_id,
         global_ids_[id.value], u32_constant(NonSemanticShaderDebugInfo100FlagIsDefinition)});
}

void Printer::debug_function(ir::FunctionId id) {
  const ir::Function& f = m_.functions[id];
  std::vector<uint32_t> signature{u32_constant(NonSemanticShaderDebugInfo100FlagIsPublic), debug_type(f.return_type)};
  for (const ir::Param& p : f.params) signature.push_back(debug_type(p.type));
  uint32_t type_id = debug(NonSemanticShaderDebugInfo100DebugTypeFunction, signature);
  Place p = place(f.span);
  uint32_t name_id = string(f.name), flags = u32_constant(NonSemanticShaderDebugInfo100FlagIsPublic);
  uint32_t line_id = u32_constant(p.line), column_id = u32_constant(p.column);
  debug_function_ = debug(NonSemanticShaderDebugInfo100DebugFunction,
                          {name_id, type_id, debug_source_, line_id, column_id, debug_unit_, name_id, flags, line_id});
  debug_scopes_.clear();
  last_scope_ = 0;
  last_span_ = {};
  debug(NonSemanticShaderDebugInfo100DebugFunctionDefinition, {debug_function_, function_ids_[id.value]}, &code_);
  if (entry_) {
    uint32_t signature_text = string("vitrine"), arguments = string("");
    debug(NonSemanticShaderDebugInfo100DebugEntryPoint, {debug_function_, debug_unit_, signature_text, arguments});
  }
  for (const ir::Named& n : m_.named) {
    if (!n.scope || m_.scopes[n.scope.value].function != id) continue;
    if (n.value.is(ir::ValueKind::Param) && n.value.index() < param_ids_.size()) debug_named(n, param_ids_[n.value.index()]);
    if (n.value.is_constant()) debug_named(n, constant(n.value.constant()));
  }
}

// A scope of the module is a lexical block of the function being written; the outermost is the function itself. Scopes
// nest as deep as the text's blocks, which the parser bounds.
uint32_t Printer::debug_scope(ir::ScopeId id) {
  if (!id || !m_.scopes[id.value].parent) return debug_function_;
  if (auto it = debug_scopes_.find(id.value); it != debug_scopes_.end()) return it->second;
  const ir::Scope& s = m_.scopes[id.value];
  uint32_t parent = debug_scope(s.parent);
  Place p = place(s.span);
  uint32_t line_id = u32_constant(p.line), column_id = u32_constant(p.column);
  return debug_scopes_[id.value] = debug(NonSemanticShaderDebugInfo100DebugLexicalBlock, {debug_source_, line_id, column_id, parent});
}

void Printer::debug_place(ir::LocationId location) {
  const ir::Location& l = m_.locations[location.value];
  uint32_t scope = debug_scope(l.scope);
  if (scope != last_scope_) {
    debug(NonSemanticShaderDebugInfo100DebugScope, {scope}, &code_);
    last_scope_ = scope;
    last_span_ = {};
  }
  if (l.span == last_span_) return;
  last_span_ = l.span;
  Place p = place(l.span);
  uint32_t words[] = {debug_source_, u32_constant(p.line), u32_constant(p.end_line), u32_constant(p.column), u32_constant(p.end_column)};
  debug(NonSemanticShaderDebugInfo100DebugLine, words, &code_);
}

void Printer::debug_named(const ir::Named& n, uint32_t value) {
  uint32_t scope = debug_scope(n.scope);
  Place p = place(n.span);
  std::vector<uint32_t> words{string(n.name), debug_type(n.type), debug_source_, u32_constant(p.line), u32_constant(p.column), scope,
                              u32_constant(NonSemanticShaderDebugInfo100FlagIsLocal)};
  if (n.kind == ir::NamedKind::Param) words.push_back(u32_constant(n.value.index() + 1));
  uint32_t variable = debug(NonSemanticShaderDebugInfo100DebugLocalVariable, words);
  // In the scope it belongs to, whatever scope the text is in.
  if (scope != last_scope_) {
    debug(NonSemanticShaderDebugInfo100DebugScope, {scope}, &code_);
    last_scope_ = scope;
    last_span_ = {};
  }
  auto how = n.kind == ir::NamedKind::Var ? NonSemanticShaderDebugInfo100DebugDeclare : NonSemanticShaderDebugInfo100DebugValue;
  debug(how, {variable, value, debug_expression_}, &code_);
}

}  // namespace vitrine::spirv
