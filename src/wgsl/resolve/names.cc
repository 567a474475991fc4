#include "wgsl/resolve/names.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

#include "diag/rule.h"
#include "wgsl/lex/lexer.h"
#include "wgsl/lex/predeclared.h"
#include "wgsl/suggest.h"

namespace vitrine::wgsl {
namespace {

using ast::Decl;
using ast::DeclKind;
using ast::Expr;
using ast::ExprKind;
using ast::Stmt;
using ast::StmtKind;
using diag::Effect;
using diag::Help;
using diag::Name;
using diag::Text;

RULE(unknown_identifier, ShaderCreation, "wgsl:declaration-and-scope", "80c95b91", "unknown {0} {1}", Text, Name);
RULE(name_declared_twice, ShaderCreation, "wgsl:declaration-and-scope", "9075872b 4b3ba15c",
     "{0} is declared twice in the same scope", Name);
RULE(declaration_cycle, ShaderCreation, "wgsl:declaration-and-scope", "b149fe27", "{0} {1} depends on itself: {2}",
     Text, Name, Text);
RULE(function_recursion, ShaderCreation, "wgsl:declaration-and-scope", "b149fe27", "the function {0} calls itself: {1}",
     Name, Text);

// What names of other languages are in WGSL.
struct Foreign {
  std::string_view name, help;
};
// clang-format off
constexpr Foreign kForeign[] = {
    {"float", "f32"}, {"double", "f32"}, {"half", "f16"}, {"int", "i32"}, {"uint", "u32"}, {"float2", "vec2f"},
    {"float3", "vec3f"}, {"float4", "vec4f"}, {"int2", "vec2i"}, {"int3", "vec3i"}, {"int4", "vec4i"}, {"uint2", "vec2u"},
    {"uint3", "vec3u"}, {"uint4", "vec4u"}, {"ivec2", "vec2i"}, {"ivec3", "vec3i"}, {"ivec4", "vec4i"}, {"uvec2", "vec2u"},
    {"uvec3", "vec3u"}, {"uvec4", "vec4u"}, {"bvec2", "vec2<bool>"}, {"bvec3", "vec3<bool>"}, {"bvec4", "vec4<bool>"},
    {"mat2", "mat2x2f"}, {"mat3", "mat3x3f"}, {"mat4", "mat4x4f"}, {"float2x2", "mat2x2f"}, {"float3x3", "mat3x3f"},
    {"float4x4", "mat4x4f"}, {"i64", "vec2u"}, {"u64", "vec2u"}, {"sampler2D", "texture_2d<f32>"}, {"Texture2D", "texture_2d"},
    {"SamplerState", "sampler"}, {"lerp", "mix"}, {"frac", "fract"}, {"rsqrt", "inverseSqrt"}, {"inversesqrt", "inverseSqrt"},
    {"ddx", "dpdx"}, {"ddy", "dpdy"}, {"dFdx", "dpdx"}, {"dFdy", "dpdy"}, {"clip", "discard"},
    {"texture", "textureSample"}, {"texture2D", "textureSample"}, {"tex2D", "textureSample"}, {"textureLod", "textureSampleLevel"},
    {"texelFetch", "textureLoad"}, {"imageLoad", "textureLoad"}, {"imageStore", "textureStore"}, {"textureSize", "textureDimensions"},
    {"mul", "*"}, {"fmod", "%"}, {"mod", "%"}, {"barrier", "workgroupBarrier"}, {"atan2f", "atan2"}, {"sqrtf", "sqrt"},
    {"fabs", "abs"}, {"floatBitsToUint", "bitcast<u32>"}, {"floatBitsToInt", "bitcast<i32>"}, {"uintBitsToFloat", "bitcast<f32>"},
    {"asuint", "bitcast<u32>"}, {"asint", "bitcast<i32>"}, {"asfloat", "bitcast<f32>"}, {"equal", "=="}, {"lessThan", "<"},
    {"greaterThan", ">"}, {"countbits", "countOneBits"}, {"bitCount", "countOneBits"}, {"reversebits", "reverseBits"},
    {"printf", "#a shader prints with `debugPrintf(\"x is %f\", x)`, after `enable wgpu_debug_printf;`"}, {"isNan", ""}, {"isInf", ""}, {"isnan", ""}, {"isinf", ""},
    {"isNaN", ""}, {"notEqual", "!="}, {"lessThanEqual", "<="}, {"greaterThanEqual", ">="}, {"half2", "vec2h"},
    {"half3", "vec3h"}, {"half4", "vec4h"}, {"float16_t", "f16"}, {"int32_t", "i32"}, {"uint32_t", "u32"}, {"size_t", "u32"},
    {"long", "i32"}, {"textureGrad", "textureSampleGrad"}, {"texture2DLod", "textureSampleLevel"},
    {"imageSize", "textureDimensions"}, {"InterlockedAdd", "atomicAdd"}, {"InterlockedMax", "atomicMax"},
    {"InterlockedMin", "atomicMin"}, {"atomicCompSwap", "atomicCompareExchangeWeak"}, {"roundEven", "round"},
    {"GroupMemoryBarrierWithGroupSync", "workgroupBarrier"}, {"groupMemoryBarrier", "workgroupBarrier"},
    {"memoryBarrierShared", "workgroupBarrier"}, {"memoryBarrierBuffer", "storageBarrier"}, {"dFdxFine", "dpdxFine"},
    {"dFdyFine", "dpdyFine"}, {"smoothStep", "smoothstep"},
    {"inverse", "#WGSL has no inverse of matrices: compute it in the program and pass it in, or write it out"},
    {"ignore", "#to discard a value write `_ = value;`"},
    {"matrixCompMult", "#multiply the columns one by one"}, {"outerProduct", "#write the columns: `mat2x2f(a * b.x, a * b.y)`"},
    {"print", "#a shader prints with `debugPrintf(\"x is %f\", x)`, after `enable wgpu_debug_printf;`"},
    {"gl_Position", "@builtin(position)"}, {"gl_FragCoord", "@builtin(position)"}, {"gl_VertexID", "@builtin(vertex_index)"},
    {"gl_VertexIndex", "@builtin(vertex_index)"}, {"gl_InstanceID", "@builtin(instance_index)"},
    {"gl_InstanceIndex", "@builtin(instance_index)"}, {"gl_GlobalInvocationID", "@builtin(global_invocation_id)"},
    {"gl_LocalInvocationID", "@builtin(local_invocation_id)"}, {"gl_WorkGroupID", "@builtin(workgroup_id)"},
    {"gl_FragColor", "@location(0)"}, {"gl_FragDepth", "@builtin(frag_depth)"}, {"gl_FrontFacing", "@builtin(front_facing)"},
    {"modf32", "modf"}, {"push_constant", "immediate"}, {"NaN", ""}, {"inf", ""},
};
// clang-format on

enum class Use : uint8_t { Value, Type, Call, AddressSpace, AccessMode, TexelFormat };

class NameResolver {
 public:
  NameResolver(const ast::Module& m, Reporter& reporter) : m_(m), reporter_(reporter) {
    names_.of_expression.assign(m.expression_count, Names::kNone);
    names_.declarations.assign(m.declaration_count, nullptr);
    names_.dependencies.resize(m.declaration_count);
    names_.broken.assign(m.declaration_count, false);
    bindings_.resize(m.symbols.size());
    last_user_.assign(m.declaration_count, Names::kNone);
  }

  Names run() {
    for (const Decl* d : m_.declarations) {
      names_.declarations[d->id] = d;
      if (d->name) declare(*d);
    }
    scope_ = 1;
    for (const Decl* d : m_.declarations) {
      current_ = d->id;
      declaration(*d);
    }
    report_unknown();
    order();
    return std::move(names_);
  }

 private:
  struct Binding {
    const Decl* decl = nullptr;
    uint32_t scope = 0;
  };
  struct Undo {
    Symbol symbol;
    Binding previous;
  };

  void declare(const Decl& d) {
    names_.declarations[d.id] = &d;
    Binding& b = bindings_[d.name.value];
    if (b.decl && b.scope == scope_) {
      names_.broken[d.id] = true;
      // A name that was lost in skipped text or is nobody's to begin with would only confuse.
      if (!reporter_.full()) {
        diag::Diagnostic e = name_declared_twice(Name{std::string(m_.text(d.name))})
                                 .note(reporter_.place(b.decl->name_span), "first declared here");
        if (d.kind == DeclKind::Function && b.decl->kind == DeclKind::Function)
          std::move(e).help("functions are not told apart by their parameters: give one another name");
        reporter_.report(d.name_span, std::move(e));
      } else {
        reporter_.count_only();
      }
      return;
    }
    if (scope_ > 0) undo_.push_back({d.name, b});
    b = {&d, scope_};
  }

  size_t enter() {
    ++scope_;
    return undo_.size();
  }
  void leave(size_t mark) {
    while (undo_.size() > mark) {
      bindings_[undo_.back().symbol.value] = undo_.back().previous;
      undo_.pop_back();
    }
    --scope_;
  }

  // -- expressions --

  void expression(const Expr* e, Use use = Use::Value) {
    if (!e) return;
    switch (e->kind) {
      case ExprKind::Ident:
        return identifier(ast::as<ast::Ident>(*e), use);
      case ExprKind::Call: {
        const auto& c = ast::as<ast::Call>(*e);
        identifier(*c.callee, Use::Call);
        for (const Expr* a : c.args) expression(a);
        return;
      }
      case ExprKind::Unary:
        return expression(ast::as<ast::Unary>(*e).operand);
      case ExprKind::Binary: {
        // The left operand of a long chain is another link of it: a loop saves the stack.
        const auto* b = &ast::as<ast::Binary>(*e);
        size_t mark = chain_.size();
        while (true) {
          chain_.push_back(b);
          if (b->lhs->kind != ExprKind::Binary) break;
          b = &ast::as<ast::Binary>(*b->lhs);
        }
        expression(b->lhs);
        while (chain_.size() > mark) {
          const Expr* rhs = chain_.back()->rhs;
          chain_.pop_back();
          expression(rhs);
        }
        return;
      }
      case ExprKind::Index:
        expression(ast::as<ast::IndexAccess>(*e).object);
        return expression(ast::as<ast::IndexAccess>(*e).index);
      case ExprKind::Member:
        return expression(ast::as<ast::MemberAccess>(*e).object);
      default:
        return;
    }
  }

  // What the template argument at `position` of a built-in type is.
  Use template_argument(const ast::Ident& i, size_t position) {
    const Predeclared* p =
        i.name.value < bindings_.size() && bindings_[i.name.value].decl ? nullptr : find_predeclared(i.name);
    if (!p) return Use::Type;
    if (p->kind == PredeclaredKind::Pointer)
      return position == 0 ? Use::AddressSpace : position == 1 ? Use::Type : Use::AccessMode;
    if (p->kind != PredeclaredKind::Texture) return Use::Type;
    bool storage = lang::info(static_cast<lang::TextureType>(p->a)).kind == lang::TextureKind::Storage;
    return !storage ? Use::Type : position == 0 ? Use::TexelFormat : Use::AccessMode;
  }

  void identifier(const ast::Ident& i, Use use) {
    for (size_t n = 0; n < i.template_args.size(); ++n) expression(i.template_args[n], template_argument(i, n));
    const Binding& b = bindings_[i.name.value];
    uint32_t& out = names_.of_expression[i.id];
    if (b.decl) {
      out = b.decl->id;
      if (b.decl->module_scope && last_user_[b.decl->id] != current_) {
        last_user_[b.decl->id] = current_;
        names_.dependencies[current_].push_back({b.decl->id, &i});
      }
      return;
    }
    if (find_predeclared(i.name)) {
      out = Names::kPredeclared;
      return;
    }
    if (i.name.value < m_.lost.size() && m_.lost[i.name.value]) return;
    std::string_view text = m_.text(i.name);
    // Reported where it was declared, or cannot be looked up at all.
    if (i.name.value >= kFirstReserved && i.name.value < first_predeclared()) return;
    if (first_use_.empty()) first_use_.assign(m_.symbols.size(), 0);
    uint32_t& first = first_use_[i.name.value];
    if (first == kSilent) return;
    if (first) return used_again(unknown_[first - 1], i);
    if (unknown_.size() >= reporter_.room()) return reporter_.count_only();
    size_t before = unknown_.size();
    unknown(i, text, use);
    first = unknown_.size() > before ? static_cast<uint32_t>(unknown_.size()) : kSilent;
  }

  // What is not declared is one fault, however often it is used.
  static constexpr uint32_t kSilent = UINT32_MAX;
  struct Unknown {
    SourceSpan span;
    diag::Diagnostic diagnostic;
    std::optional<Help> help;
    uint32_t uses = 1;
  };
  void used_again(Unknown& u, const ast::Ident& i) {
    constexpr uint32_t kShown = 3;
    if (++u.uses <= 1 + kShown) std::move(u.diagnostic).note(reporter_.place(i.name_span), "used here too");
    if (u.help && !u.help->edits.empty()) u.help->edits.push_back({i.name_span, u.help->edits[0].replacement});
  }
  void report_unknown() {
    for (Unknown& u : unknown_) {
      if (u.help) std::move(u.diagnostic).help(std::move(*u.help));
      reporter_.report(u.span, std::move(u.diagnostic));
    }
  }

  void unknown(const ast::Ident& i, std::string_view text, Use use) {
    if (m_.lost_name) return;
    static constexpr const char* kKinds[] = {"name",          "type",        "function",
                                             "address space", "access mode", "texel format"};
    diag::Diagnostic d = unknown_identifier(Text{kKinds[static_cast<size_t>(use)]}, Name{std::string(text)});
    auto keep = [&](std::optional<Help> help) { unknown_.push_back({i.name_span, std::move(d), std::move(help)}); };
    for (const Foreign& f : kForeign) {
      if (f.name != text) continue;
      bool edit = !f.help.empty() && ((f.help[0] >= 'a' && f.help[0] <= 'z') || f.help.starts_with("vec"));
      if (f.help.empty())
        return keep(Help{"WGSL has none: shaders may be compiled as if neither infinities nor NaN existed", {}, false});
      if (f.help[0] == '#') return keep(Help{std::string(f.help.substr(1)), {}, false});
      if (f.help[0] == '@')
        return keep(Help{"in WGSL a parameter, result or member with " + std::string(f.help), {}, false});
      if (!edit) return keep(Help{"write the operator `" + std::string(f.help) + "`", {}, false});
      if (f.help == "discard") return keep(Help{"write `if condition { discard; }`", {}, false});
      return keep(
          Help{"WGSL calls it `" + std::string(f.help) + "`", {{i.name_span, std::string(f.help)}}, use != Use::Call});
    }
    Suggestion near(text);
    const Decl* nearest = nullptr;
    for (uint32_t s = 0; s < bindings_.size(); ++s) {
      const Decl* known = bindings_[s].decl;
      if (!known) continue;
      bool type = known->kind == DeclKind::Struct || known->kind == DeclKind::Alias;
      if (use == Use::Type && !type && known->kind != DeclKind::Const && known->kind != DeclKind::Override) continue;
      if (use == Use::Call && !type && known->kind != DeclKind::Function) continue;
      if (use == Use::Value && known->kind == DeclKind::Function) continue;
      if (use >= Use::AddressSpace) continue;
      std::string_view before = near.best();
      near.consider(m_.text(Symbol(s)), scope_ - bindings_[s].scope);
      if (near.best() != before) nearest = known;
    }
    auto all = all_predeclared();
    for (uint32_t p = 0; p < all.size(); ++p) {
      bool type = is_type(all[p]), function = all[p].kind == PredeclaredKind::Builtin;
      if (use >= Use::AddressSpace) {
        PredeclaredKind wanted = use == Use::AddressSpace ? PredeclaredKind::AddressSpace
                                 : use == Use::AccessMode ? PredeclaredKind::AccessMode
                                                          : PredeclaredKind::TexelFormat;
        if (all[p].kind != wanted) continue;
      } else if (use == Use::Type ? function : use == Use::Call ? !type && !function : !type) {
        continue;
      }
      std::string_view before = near.best();
      near.consider(m_.text(Symbol(first_predeclared() + p)), 1000);
      if (near.best() != before) nearest = nullptr;
    }
    if (near.found()) {
      std::string best(near.best());
      if (nearest) std::move(d).note(reporter_.place(nearest->name_span), "`" + best + "` is declared here");
      return keep(Help{"did you mean `" + best + "`?", {{i.name_span, best}}, true});
    }
    keep(std::nullopt);
  }

  void attributes(std::span<const ast::Attribute> list) {
    for (const ast::Attribute& a : list)
      for (const Expr* e : a.args) expression(e);
  }

  // -- declarations --

  void declaration(const Decl& d) {
    attributes(d.attributes);
    switch (d.kind) {
      case DeclKind::Var:
      case DeclKind::Let:
      case DeclKind::Const:
      case DeclKind::Override:
        return variable(ast::as<ast::Variable>(d));
      case DeclKind::Alias:
        return expression(ast::as<ast::Alias>(d).type, Use::Type);
      case DeclKind::ConstAssert:
        return expression(ast::as<ast::ConstAssert>(d).condition);
      case DeclKind::Struct:
        for (const ast::Member* m : ast::as<ast::Struct>(d).members) {
          names_.declarations[m->id] = m;
          attributes(m->attributes);
          expression(m->type, Use::Type);
        }
        return;
      case DeclKind::Function:
        return function(ast::as<ast::Function>(d));
      default:
        return;
    }
  }

  void variable(const ast::Variable& v) {
    for (size_t n = 0; n < v.template_args.size(); ++n)
      expression(v.template_args[n], n == 0 ? Use::AddressSpace : Use::AccessMode);
    expression(v.type, Use::Type);
    expression(v.initializer);
  }

  void function(const ast::Function& f) {
    for (const ast::Param* p : f.params) {
      attributes(p->attributes);
      expression(p->type, Use::Type);
    }
    attributes(f.return_attributes);
    expression(f.return_type, Use::Type);
    size_t mark = enter();
    for (const ast::Param* p : f.params) declare(*p);
    // The parameters and the outermost declarations of the body end together.
    statements(f.body->statements);
    leave(mark);
  }

  // -- statements --

  void block(const ast::Block* b) {
    size_t mark = enter();
    statements(b->statements);
    leave(mark);
  }
  void statements(std::span<const Stmt* const> list) {
    for (const Stmt* s : list) statement(s);
  }

  void statement(const Stmt* s) {
    switch (s->kind) {
      case StmtKind::Block:
        return block(&ast::as<ast::Block>(*s));
      case StmtKind::Return:
        return expression(ast::as<ast::Return>(*s).value);
      case StmtKind::If: {
        const auto& i = ast::as<ast::If>(*s);
        for (const ast::IfClause& c : i.clauses) {
          expression(c.condition);
          block(c.body);
        }
        if (i.otherwise) block(i.otherwise);
        return;
      }
      case StmtKind::Switch: {
        const auto& w = ast::as<ast::Switch>(*s);
        expression(w.selector);
        for (const ast::CaseClause& c : w.clauses) {
          for (const Expr* e : c.selectors) expression(e);
          block(c.body);
        }
        return;
      }
      case StmtKind::Loop: {
        const auto& l = ast::as<ast::Loop>(*s);
        // The continuing block sees the declarations of the body.
        size_t mark = enter();
        statements(l.body->statements);
        if (l.continuing) block(l.continuing);
        leave(mark);
        return;
      }
      case StmtKind::For: {
        const auto& f = ast::as<ast::For>(*s);
        size_t mark = enter();
        if (f.initializer) statement(f.initializer);
        expression(f.condition);
        if (f.update) statement(f.update);
        // The initializer has a scope of its own around that of the body, which may declare its name again.
        block(f.body);
        leave(mark);
        return;
      }
      case StmtKind::While: {
        const auto& w = ast::as<ast::While>(*s);
        expression(w.condition);
        return block(w.body);
      }
      case StmtKind::BreakIf:
        return expression(ast::as<ast::BreakIf>(*s).condition);
      case StmtKind::Call:
        return expression(ast::as<ast::CallStmt>(*s).call);
      case StmtKind::Declare: {
        const ast::Variable* v = ast::as<ast::Declare>(*s).variable;
        variable(*v);
        if (v->name) declare(*v);
        return;
      }
      case StmtKind::Assign:
      case StmtKind::CompoundAssign:
      case StmtKind::PhonyAssign:
      case StmtKind::Increment:
      case StmtKind::Decrement:
        expression(ast::as<ast::Assign>(*s).lhs);
        return expression(ast::as<ast::Assign>(*s).rhs);
      case StmtKind::ConstAssert: {
        const ast::ConstAssert* a = ast::as<ast::AssertStmt>(*s).assertion;
        names_.declarations[a->id] = a;
        return expression(a->condition);
      }
      default:
        return;
    }
  }

  // -- order and cycles --

  // Depth first with a stack of our own: chains of declarations may be as long as the text.
  void order() {
    enum : uint8_t { kNew, kOpen, kDone };
    std::vector<uint8_t> state(names_.declarations.size(), kNew);
    struct Frame {
      const Decl* decl;
      size_t next;
    };
    std::vector<Frame> stack;
    for (const Decl* root : m_.declarations) {
      if (state[root->id] != kNew) continue;
      stack.push_back({root, 0});
      state[root->id] = kOpen;
      while (!stack.empty()) {
        Frame& f = stack.back();
        const auto& uses = names_.dependencies[f.decl->id];
        if (f.next == uses.size()) {
          state[f.decl->id] = kDone;
          names_.order.push_back(f.decl);
          stack.pop_back();
          continue;
        }
        const Decl* used = names_.declarations[uses[f.next++].decl];
        if (state[used->id] == kNew) {
          state[used->id] = kOpen;
          stack.push_back({used, 0});
        } else if (state[used->id] == kOpen) {
          size_t first = stack.size();
          while (first > 0 && stack[first - 1].decl != used) --first;
          std::vector<const Decl*> cycle;
          for (size_t i = first - 1; i < stack.size(); ++i) cycle.push_back(stack[i].decl);
          report_cycle(cycle);
        }
      }
    }
  }

  void report_cycle(const std::vector<const Decl*>& cycle) {
    for (const Decl* d : cycle) {
      if (names_.broken[d->id]) return;  // a part was reported in another cycle
    }
    bool functions = true;
    std::string steps;
    for (const Decl* d : cycle) {
      names_.broken[d->id] = true;
      functions = functions && d->kind == DeclKind::Function;
    }
    if (reporter_.full()) return reporter_.count_only();
    constexpr size_t kShown = 8;
    for (size_t i = 0; i < cycle.size(); ++i) {
      if (i == kShown - 1 && cycle.size() > kShown) {
        steps += std::to_string(cycle.size() - kShown) + " more > ";
        i = cycle.size() - 1;
      }
      steps += name_of(*cycle[i]) + " > ";
    }
    steps += name_of(*cycle[0]);
    const Decl& head = *cycle[0];
    auto kind = [](const Decl& d) {
      switch (d.kind) {
        case DeclKind::Var:
          return "the variable";
        case DeclKind::Const:
          return "the constant";
        case DeclKind::Override:
          return "the override";
        case DeclKind::Struct:
          return "the structure";
        case DeclKind::Alias:
          return "the alias";
        case DeclKind::Function:
          return "the function";
        default:
          return "the declaration";
      }
    };
    Name name{std::string(m_.text(head.name))};
    diag::Diagnostic d =
        functions ? function_recursion(name, Text{steps}) : declaration_cycle(Text{kind(head)}, name, Text{steps});
    for (size_t i = 0; i < cycle.size() && i < kShown; ++i) {
      const Decl& next = *cycle[(i + 1) % cycle.size()];
      if (const ast::Ident* use = find_use(*cycle[i], next))
        std::move(d).note(reporter_.place(use->name_span),
                          name_of(*cycle[i]) + (functions ? " calls " : " names ") + name_of(next));
    }
    if (functions) std::move(d).help("WGSL has no recursion: write a loop");
    reporter_.report(head.name_span, std::move(d));
  }

  std::string name_of(const Decl& d) const {
    return d.name ? "`" + std::string(m_.text(d.name)) + "`" : std::string("the assertion");
  }

  const ast::Ident* find_use(const Decl& user, const Decl& used) const {
    for (const Dependency& d : names_.dependencies[user.id])
      if (d.decl == used.id) return d.first;
    return nullptr;
  }

  const ast::Module& m_;
  Reporter& reporter_;
  Names names_;
  std::vector<Binding> bindings_;  // by Symbol
  std::vector<Undo> undo_;
  std::vector<uint32_t> last_user_;  // by Decl::id: the declaration that named it last
  std::vector<const ast::Binary*> chain_;
  std::vector<Unknown> unknown_;
  std::vector<uint32_t> first_use_;  // by Symbol: its place in unknown_, from 1
  uint32_t scope_ = 0, current_ = 0;
};

}  // namespace

Names resolve_names(const ast::Module& module, Reporter& reporter) { return NameResolver(module, reporter).run(); }

}  // namespace vitrine::wgsl
