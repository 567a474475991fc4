// The syntax tree: what the parser makes and the resolver annotates.
//
// Nodes live in the arena of their Module, are trivially destructible and never change after parsing. Expressions and
// declarations carry dense ids (0 .. Module::expression_count), so that everything found out later stands in side
// tables (program.h) and not in the tree. Types are written as expressions in WGSL and are expressions here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/ids.h"
#include "base/span.h"
#include "diag/source.h"
#include "lang/builtin.h"
#include "lang/tables.h"

namespace vitrine::wgsl {

// An interned name. Two names of one module are the same exactly when their symbols are.
using Symbol = Id<struct SymbolTag>;

// Texts of the symbols of one module. The texts point into the source or into static tables and outlive the table.
class SymbolTable {
 public:
  SymbolTable();
  Symbol intern(std::string_view text) { return intern(text, hash(text)); }
  Symbol intern(std::string_view text, uint32_t hash);
  Symbol find(std::string_view text) const;  // none when it was never interned
  std::string_view text(Symbol s) const { return s ? texts_[s.value].text : std::string_view(); }
  size_t size() const { return texts_.size(); }

  static constexpr uint32_t kHashSeed = 2166136261u;
  static constexpr uint32_t hash_step(uint32_t h, char c) { return (h ^ static_cast<uint8_t>(c)) * 16777619u; }
  static constexpr uint32_t hash(std::string_view text) {
    uint32_t h = kHashSeed;
    for (char c : text) h = hash_step(h, c);
    return h;
  }

 private:
  struct Entry {
    std::string_view text;
    uint32_t hash;
  };
  explicit SymbolTable(std::nullptr_t) {}  // empty
  void grow();
  std::vector<Entry> texts_;
  std::vector<uint32_t> slots_;  // open addressing; index into texts_ plus one
};

namespace ast {

// -- expressions -------------------------------------------------------------------------------------------------

enum class ExprKind : uint8_t {
  Error,  // a place where the parser already reported; everything made of it stays silent
  Bool,
  Int,
  Float,
  String,  // only the first argument of debugPrintf
  Ident,   // a name with an optional template list; also every type
  Call,
  Unary,
  Binary,
  Index,   // a[i]
  Member,  // a.b: structure member or swizzle
};

// https://www.w3.org/TR/WGSL/#expressions
struct Expr {
  ExprKind kind;
  bool parenthesized = false;  // the span then includes the outermost parentheses
  uint16_t depth = 1;          // of the tree below, at most kMaxExpressionDepth
  uint32_t id;                 // dense
  SourceSpan span;
};

enum class NumberSuffix : uint8_t { None, I, U, F, H };

struct BoolLiteral : Expr {
  bool value;
};
struct IntLiteral : Expr {
  int64_t value;  // fits the type of the suffix: AbstractInt, i32 or u32
  NumberSuffix suffix;
};
struct FloatLiteral : Expr {
  double value;  // already rounded to the type of the suffix: AbstractFloat, f32 or f16
  NumberSuffix suffix;
};
struct StringLiteral : Expr {
  SourceSpan text;  // between the quotes
};
struct Ident : Expr {
  Symbol name;
  SourceSpan name_span;
  bool has_template_list = false;  // `vec2` and `vec2<>` differ only here
  std::span<const Expr* const> template_args;
};
struct Call : Expr {
  const Ident* callee;
  SourceSpan args_span;  // with both parentheses
  std::span<const Expr* const> args;
};

enum class UnaryOp : uint8_t { Negate, Complement, Not, AddressOf, Indirection };  // the first three as in lang
using lang::BinaryOp;
struct Unary : Expr {
  UnaryOp op;
  SourceSpan op_span;
  const Expr* operand;
};

struct Binary : Expr {
  BinaryOp op;
  SourceSpan op_span;
  const Expr* lhs;
  const Expr* rhs;
};
struct IndexAccess : Expr {
  const Expr* object;
  const Expr* index;
};
struct MemberAccess : Expr {
  const Expr* object;
  Symbol name;
  SourceSpan name_span;
};

std::string_view to_text(UnaryOp op);  // "-"

// -- attributes --------------------------------------------------------------------------------------------------

struct Word {
  Symbol name;
  SourceSpan span;
};

// https://www.w3.org/TR/WGSL/#attributes
struct Attribute {
  lang::AttributeName kind;
  SourceSpan span;                     // from the `@`
  SourceSpan name_span;
  bool broken = false;                 // reported by the parser: only says that something stood here
  std::span<const Expr* const> args;   // align, binding, blend_src, group, id, location, size, *_size
  std::span<const Word> words;         // builtin, interpolate: the names; diagnostic: severity, rule (, second part of the rule)
};

// -- declarations and statements ---------------------------------------------------------------------------------

enum class DeclKind : uint8_t { Var, Let, Const, Override, Param, Function, Struct, Member, Alias, ConstAssert };

struct Decl {
  DeclKind kind;
  bool module_scope;
  uint32_t id;  // dense
  Symbol name;  // none for a const assertion
  SourceSpan name_span;
  SourceSpan span;
  std::span<const Attribute> attributes;
};

// var, let, const, override
struct Variable : Decl {
  bool has_template_list = false;
  std::span<const Expr* const> template_args;  // var<storage, read_write>
  const Expr* type = nullptr;                  // as written; null when inferred
  const Expr* initializer = nullptr;
};
struct Param : Decl {
  uint32_t index;
  const Expr* type;
};
struct Member : Decl {  // of a structure
  uint32_t index;
  const Expr* type;
};
struct Struct : Decl {
  std::span<const Member* const> members;
  bool broken = false;  // members may be missing: the parser reported
};
struct Alias : Decl {
  const Expr* type;
};
struct ConstAssert : Decl {
  const Expr* condition;
};

enum class StmtKind : uint8_t {
  Error,  // skipped text that was reported
  Block, Return, If, Switch, Loop, For, While, Break, BreakIf, Continue, Discard,
  Call, Declare, Assign, CompoundAssign, PhonyAssign, Increment, Decrement, ConstAssert,
};

struct Stmt {
  StmtKind kind;
  SourceSpan span;  // without the semicolon
};
struct Block : Stmt {
  std::span<const Attribute> attributes;
  std::span<const Stmt* const> statements;  // empty statements are dropped
  SourceSpan close;                         // the closing brace; empty when it is missing
};
struct Function : Decl {
  mutable bool ended_early = false;  // by a brace too many: what follows it belongs to it
  std::span<const Param* const> params;
  const Expr* return_type = nullptr;  // null: none
  std::span<const Attribute> return_attributes;
  const Block* body;
  SourceSpan header;  // from `fn` to before the body
};

struct Return : Stmt {
  const Expr* value = nullptr;
};
struct IfClause {
  const Expr* condition;
  const Block* body;
  SourceSpan span;
};
struct If : Stmt {
  std::span<const Attribute> attributes;
  std::span<const IfClause> clauses;  // if, then each else if
  const Block* otherwise = nullptr;
};
struct CaseClause {
  std::span<const Expr* const> selectors;  // a null stands for `default` in the list
  std::span<const SourceSpan> selector_spans;
  bool is_default;  // the word default alone or in the list
  const Block* body;
  SourceSpan span;
};
struct Switch : Stmt {
  std::span<const Attribute> attributes;
  std::span<const Attribute> body_attributes;
  const Expr* selector;
  std::span<const CaseClause> clauses;
  SourceSpan body_span;
  bool broken = false;  // clauses may be missing
};
struct Loop : Stmt {
  std::span<const Attribute> attributes;
  const Block* body;                  // without the continuing block; its attributes stand before the brace
  const Block* continuing = nullptr;  // a BreakIf may be its last statement
  SourceSpan continuing_span;         // the word
};
struct For : Stmt {
  std::span<const Attribute> attributes;
  const Stmt* initializer = nullptr;
  const Expr* condition = nullptr;
  const Stmt* update = nullptr;
  const Block* body;
};
struct While : Stmt {
  std::span<const Attribute> attributes;
  const Expr* condition;
  const Block* body;
};
struct BreakIf : Stmt {
  const Expr* condition;
};
struct CallStmt : Stmt {
  const Call* call;
};
struct Declare : Stmt {
  const Variable* variable;  // var, let or const
};
struct Assign : Stmt {  // Assign, CompoundAssign, PhonyAssign (lhs null), Increment and Decrement (rhs null)
  const Expr* lhs = nullptr;
  const Expr* rhs = nullptr;
  BinaryOp op = BinaryOp::Add;  // of a compound assignment
  SourceSpan op_span;
};
struct AssertStmt : Stmt {
  const ConstAssert* assertion;
};
// Break, Continue, Discard and Error are plain Stmt.

// -- directives --------------------------------------------------------------------------------------------------

struct DiagnosticControl {
  SourceSpan span;
  Word severity;
  Word rule;   // derivative_uniformity, or the part before the dot
  Word rule2;  // the part after the dot, or none
};

struct Module {
  diag::SourceRef source;
  SymbolTable symbols;
  Arena arena;
  std::vector<Word> enables;
  std::vector<Word> requirements;
  std::vector<DiagnosticControl> diagnostics;
  std::vector<const Decl*> declarations;  // of module scope, in source order
  std::vector<bool> lost;  // by Symbol: the name stands in text that was skipped, so not finding it means nothing
  bool lost_name = false;       // a declaration lacks its name: an unknown one may be meant
  bool lost_loop = false;       // a loop was not read as one: what belongs into one may stand alone
  bool lost_directive = false;  // an enable or requires directive was not read
  uint32_t expression_count = 0;
  uint32_t declaration_count = 0;  // locals, parameters and members too

  std::string_view text(Symbol s) const { return symbols.text(s); }
  std::string_view text(SourceSpan s) const { return source->text(s); }
};

// No expression tree is deeper; what is deeper is reported. Bounds the recursion of every later phase.
inline constexpr uint32_t kMaxExpressionDepth = 512;
// https://www.w3.org/TR/WGSL/#limits
inline constexpr uint32_t kMaxBlockNesting = 127;

template <class T, class Base>
const T& as(const Base& node) {
  return static_cast<const T&>(node);
}

}  // namespace ast
}  // namespace vitrine::wgsl
