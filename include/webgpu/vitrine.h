// What Vitrine adds to webgpu.h: the structured form of diagnostics and shader prints, the log, call sites, the report on
// adapters. Everything here uses block 0x0007 of the ranges that webgpu.h leaves to implementations.
//
// Rules that hold for the whole file
//   Ownership   A `Vitrine...` handle or struct given to a callback is borrowed for the call, with all it points to; keep a
//               diagnostic with vitrineDiagnosticAddRef. A StringView that an accessor returns lives as long as the handle.
//   Threading   Every function may be called from any thread. Callbacks run with no lock of ours held, never inside a call of
//               the driver, after the API call that caused them, on the thread that made that call or that calls
//               wgpuInstanceProcessEvents or wgpuInstanceWaitAny; the wake callback, and callbacks of asynchronous pipelines
//               with the mode AllowSpontaneous, may run on any.
//               A callback may call the API.
//   Text        UTF-8, with an explicit length, not ended by a zero byte. Lines and columns count from 1; 0 is "unknown".
//   Zero        A zeroed struct asks for the defaults.
#ifndef WEBGPU_VITRINE_H_
#define WEBGPU_VITRINE_H_

#include <webgpu/webgpu.h>

// -- Values in the standard's own types ----------------------------------------------------------------------------------

// Shaders may say `enable wgpu_debug_printf;` and print with debugPrintf("...", ...). In JavaScript: "wgpu-debug-printf".
// Every adapter has it; vitrineInstanceGetAdapterReport says by which routes.
#define WGPUFeatureName_VitrineDebugPrintf ((WGPUFeatureName)0x00070001)
// An experiment: shaders that say `enable vitrine_unchecked_access;` index arrays, vectors and textures without a check. An index
// that is out of bounds then does what the driver does, so this is for measurements, and for code that somebody has proved.
// Hidden unless "vitrine-unchecked-access" is among VitrineInstanceDescriptor.enabledExperiments or in VITRINE_EXPERIMENTS.
#define WGPUFeatureName_VitrineUncheckedAccess ((WGPUFeatureName)0x00070002)

#define WGPUSType_VitrineInstanceDescriptor ((WGPUSType)0x00070001)
#define WGPUSType_VitrineCompilationMessageUtf16 ((WGPUSType)0x00070002)

// What the specification has and webgpu.h has not numbered yet.
#define WGPUVertexFormat_VitrineSnorm10_10_10_2 ((WGPUVertexFormat)0x00070001)

#ifdef __cplusplus
extern "C" {
#endif

// Chained to every WGPUCompilationMessage that has a place: the same place in UTF-16 code units, which JavaScript counts in.
typedef struct VitrineCompilationMessageUtf16 {
    WGPUChainedStruct chain;
    uint64_t linePos;
    uint64_t offset;
    uint64_t length;
} VitrineCompilationMessageUtf16;

// -- Diagnostics ---------------------------------------------------------------------------------------------------------

// One finding of the compiler, of validation or of the runtime. Immutable and reference counted.
typedef struct VitrineDiagnosticImpl* VitrineDiagnostic;

// What the failed check did to the program.
typedef enum VitrineEffect {
    VitrineEffect_Validation = 1,        // a validation error
    VitrineEffect_OutOfMemory = 2,
    VitrineEffect_Internal = 3,          // a limit of this implementation, or a fault in it
    VitrineEffect_ShaderCreation = 4,    // stands in the compilation info of a shader module
    VitrineEffect_PipelineCreation = 5,  // found in the shader while a pipeline was made
    VitrineEffect_TypeError = 6,         // the three exceptions of the content timeline
    VitrineEffect_RangeError = 7,
    VitrineEffect_OperationError = 8,
    VitrineEffect_DeviceLost = 9,
    VitrineEffect_Warning = 10,
    VitrineEffect_Force32 = 0x7FFFFFFF
} VitrineEffect;

typedef enum VitrineSeverity {
    VitrineSeverity_Error = 1,
    VitrineSeverity_Warning = 2,
    VitrineSeverity_Info = 3,
    VitrineSeverity_Force32 = 0x7FFFFFFF
} VitrineSeverity;

// Of which kind a place is, and which members of VitrinePlace are set.
typedef enum VitrinePlaceKind {
    VitrinePlaceKind_None = 0,
    VitrinePlaceKind_Source = 1,      // a span of shader text
    VitrinePlaceKind_Argument = 2,    // text: "descriptor.entries[3].resource"
    VitrinePlaceKind_Object = 3,      // object
    VitrinePlaceKind_NativeCall = 4,  // text: "vkQueueSubmit: VK_ERROR_DEVICE_LOST"
    VitrinePlaceKind_Force32 = 0x7FFFFFFF
} VitrinePlaceKind;

// An object of the API as a message names it.
typedef struct VitrineObjectInfo {
    WGPUStringView kind;    // in the specification's words: "shader module"
    WGPUStringView label;   // may be empty; then ordinal and traits tell objects apart
    uint64_t ordinal;       // counts the objects of that kind on their device, from 1; 0: unknown
    WGPUStringView traits;  // "256 bytes", "rgba8unorm 64x64"; may be empty
    WGPUStringView text;    // all of it, as messages write it
} VitrineObjectInfo;

typedef struct VitrinePlace {
    VitrinePlaceKind kind;
    WGPUStringView text;          // one line that names the place, for every kind
    WGPUStringView moduleLabel;   // Source: the label of the shader module
    uint32_t line;                // Source: where the span begins
    uint32_t columnBytes;         // in UTF-8 bytes
    uint32_t columnUtf16;         // in UTF-16 code units
    uint32_t endLine;             // Source: where it ends, exclusive
    uint32_t endColumnBytes;
    uint32_t endColumnUtf16;
    uint32_t offsetBytes;         // Source: from the start of the text
    uint32_t offsetUtf16;
    uint32_t lengthBytes;
    uint32_t lengthUtf16;
    VitrineObjectInfo object;     // Object
} VitrinePlace;

// A further place with words: "declared here", "created here".
typedef struct VitrineNote {
    WGPUStringView text;
    VitrinePlace place;
    WGPUStringView callSite;  // "frame.cc:41", or empty
} VitrineNote;

typedef enum VitrineContextKind {
    VitrineContextKind_ApiCall = 1,     // text: createBuffer({size: 16})
    VitrineContextKind_Pass = 2,        // text: the label of the pass
    VitrineContextKind_Command = 3,     // text: setPipeline; index: of the command in its pass
    VitrineContextKind_DebugGroup = 4,  // text: the name of the group
    VitrineContextKind_Pipeline = 5,
    VitrineContextKind_EntryPoint = 6,
    VitrineContextKind_ShaderCall = 7,  // text: the WGSL function
    VitrineContextKind_Submission = 8,  // index: number of the submission on its queue
    VitrineContextKind_Force32 = 0x7FFFFFFF
} VitrineContextKind;

// What encloses the failed step, outermost first.
typedef struct VitrineContext {
    VitrineContextKind kind;
    WGPUStringView text;
    uint64_t index;
} VitrineContext;

// Replace the bytes [offsetBytes, offsetBytes + lengthBytes) of the shader text.
typedef struct VitrineEdit {
    uint32_t offsetBytes;
    uint32_t lengthBytes;
    WGPUStringView replacement;
} VitrineEdit;

// What to do. certain: applying all edits keeps the meaning that was evidently wanted.
typedef struct VitrineHelp {
    WGPUStringView text;
    WGPUBool certain;
    size_t editCount;
    VitrineEdit const * edits;
} VitrineHelp;

typedef enum VitrineRenderFormat {
    VitrineRenderFormat_Terminal = 0,        // several lines with the source and carets, Unicode
    VitrineRenderFormat_TerminalAscii = 1,
    VitrineRenderFormat_TerminalColour = 2,  // with ANSI escapes
    VitrineRenderFormat_Plain = 3,           // one paragraph: what error callbacks carry
    VitrineRenderFormat_Line = 4,            // file:line:column: severity: message [rule]
    VitrineRenderFormat_Json = 5,            // one object
    VitrineRenderFormat_Sarif = 6,           // a SARIF 2.1.0 log with one result
    VitrineRenderFormat_Github = 7,          // ::error file=...,line=...::message
    VitrineRenderFormat_Force32 = 0x7FFFFFFF
} VitrineRenderFormat;

WGPU_EXPORT void vitrineDiagnosticAddRef(VitrineDiagnostic diagnostic);
WGPU_EXPORT void vitrineDiagnosticRelease(VitrineDiagnostic diagnostic);
// Name of the rule: "buffer_usage_empty". `vitrine explain NAME` tells more.
WGPU_EXPORT WGPUStringView vitrineDiagnosticGetRule(VitrineDiagnostic diagnostic);
WGPU_EXPORT VitrineEffect vitrineDiagnosticGetEffect(VitrineDiagnostic diagnostic);
WGPU_EXPORT VitrineSeverity vitrineDiagnosticGetSeverity(VitrineDiagnostic diagnostic);
// The algorithm of the WebGPU specification that asks for the check, or "wgsl:" and an anchor of the WGSL specification.
WGPU_EXPORT WGPUStringView vitrineDiagnosticGetSpecification(VitrineDiagnostic diagnostic);
// One line: what was found and what was expected, with values.
WGPU_EXPORT WGPUStringView vitrineDiagnosticGetMessage(VitrineDiagnostic diagnostic);
// The values in the message, in the order of the rule's placeholders, as text.
WGPU_EXPORT size_t vitrineDiagnosticGetArgumentCount(VitrineDiagnostic diagnostic);
WGPU_EXPORT WGPUStringView vitrineDiagnosticGetArgument(VitrineDiagnostic diagnostic, size_t index);
WGPU_EXPORT void vitrineDiagnosticGetPlace(VitrineDiagnostic diagnostic, VitrinePlace * place);
WGPU_EXPORT size_t vitrineDiagnosticGetNoteCount(VitrineDiagnostic diagnostic);
WGPU_EXPORT void vitrineDiagnosticGetNote(VitrineDiagnostic diagnostic, size_t index, VitrineNote * note);
WGPU_EXPORT size_t vitrineDiagnosticGetContextCount(VitrineDiagnostic diagnostic);
WGPU_EXPORT void vitrineDiagnosticGetContext(VitrineDiagnostic diagnostic, size_t index, VitrineContext * context);
WGPU_EXPORT size_t vitrineDiagnosticGetHelpCount(VitrineDiagnostic diagnostic);
WGPU_EXPORT void vitrineDiagnosticGetHelp(VitrineDiagnostic diagnostic, size_t index, VitrineHelp * help);
// The diagnostic that made the object we tripped over unusable, or null. Borrowed from `diagnostic`.
WGPU_EXPORT WGPU_NULLABLE VitrineDiagnostic vitrineDiagnosticGetCause(VitrineDiagnostic diagnostic);
// The first of the causes; `diagnostic` itself when it has none. Borrowed from `diagnostic`.
WGPU_EXPORT VitrineDiagnostic vitrineDiagnosticGetRoot(VitrineDiagnostic diagnostic);
// The objects from the root cause to here, nearest to the root first.
WGPU_EXPORT size_t vitrineDiagnosticGetChainCount(VitrineDiagnostic diagnostic);
WGPU_EXPORT void vitrineDiagnosticGetChainObject(VitrineDiagnostic diagnostic, size_t index, VitrineObjectInfo * object);
// Further requirements of the same step that were not met. Borrowed from `diagnostic`.
WGPU_EXPORT size_t vitrineDiagnosticGetAlsoCount(VitrineDiagnostic diagnostic);
WGPU_EXPORT VitrineDiagnostic vitrineDiagnosticGetAlso(VitrineDiagnostic diagnostic, size_t index);
// Where the program made the failing call: "frame.cc:41", or empty.
WGPU_EXPORT WGPUStringView vitrineDiagnosticGetCallSite(VitrineDiagnostic diagnostic);
// Writes up to `size` bytes of the rendered text to `buffer` (which may be null when size is 0) and returns its full length.
WGPU_EXPORT size_t vitrineDiagnosticRender(VitrineDiagnostic diagnostic, VitrineRenderFormat format, char * buffer, size_t size);

// Receives every diagnostic of an instance once: those of shader modules one by one, warnings, errors of every kind also
// when an error scope takes them, exceptions. Follow-on errors are delivered too; their cause is set.
typedef void (*VitrineDiagnosticCallback)(VitrineDiagnostic diagnostic, WGPU_NULLABLE void* userdata1, WGPU_NULLABLE void* userdata2);

typedef struct VitrineDiagnosticCallbackInfo {
    VitrineDiagnosticCallback callback;  // null: none
    WGPU_NULLABLE void* userdata1;
    WGPU_NULLABLE void* userdata2;
} VitrineDiagnosticCallbackInfo;

// -- Log -----------------------------------------------------------------------------------------------------------------

typedef enum VitrineLogLevel {
    VitrineLogLevel_Undefined = 0,  // the default: Info
    VitrineLogLevel_Error = 1,
    VitrineLogLevel_Warning = 2,
    VitrineLogLevel_Info = 3,
    VitrineLogLevel_Debug = 4,
    VitrineLogLevel_Off = 5,
    VitrineLogLevel_Force32 = 0x7FFFFFFF
} VitrineLogLevel;

// category names who speaks: "shader debugPrintf", "adapter", "validation". text may have several lines.
typedef void (*VitrineLogCallback)(VitrineLogLevel level, WGPUStringView category, WGPUStringView text,
                                   WGPU_NULLABLE void* userdata1, WGPU_NULLABLE void* userdata2);

typedef struct VitrineLogCallbackInfo {
    VitrineLogCallback callback;  // null: the log goes to the standard error stream
    VitrineLogLevel level;        // messages up to this one
    WGPU_NULLABLE void* userdata1;
    WGPU_NULLABLE void* userdata2;
} VitrineLogCallbackInfo;

// -- Printing from a shader ----------------------------------------------------------------------------------------------

typedef enum VitrinePrintRoute {
    VitrinePrintRoute_Undefined = 0,  // Native where the instance asks for Validation and DebugPrintf and the layer is there, else BuiltIn
    VitrinePrintRoute_BuiltIn = 1,    // through a storage buffer; needs nothing installed
    VitrinePrintRoute_Native = 2,     // through the Vulkan validation layer; the instance must ask for Validation and DebugPrintf
    VitrinePrintRoute_Force32 = 0x7FFFFFFF
} VitrinePrintRoute;

typedef enum VitrineScalarType {
    VitrineScalarType_Bool = 1,
    VitrineScalarType_I32 = 2,
    VitrineScalarType_U32 = 3,
    VitrineScalarType_F32 = 4,
    VitrineScalarType_F16 = 5,
    VitrineScalarType_Force32 = 0x7FFFFFFF
} VitrineScalarType;

// One scalar as the shader had it. bits: Bool 0 or 1, F16 in the low 16 bits, the others all 32.
typedef struct VitrinePrintScalar {
    VitrineScalarType type;
    uint32_t bits;
} VitrinePrintScalar;

// One printed argument. scalars: the leaves of its type in the order of WGSL: components, then columns, elements, members.
typedef struct VitrinePrintArgument {
    WGPUStringView typeName;  // "vec3<f32>"
    size_t scalarCount;
    VitrinePrintScalar const * scalars;
} VitrinePrintArgument;

// One executed debugPrintf. Messages of a submission come before its work-done callback, ordered by command, then
// invocation, then order in the program.
typedef struct VitrinePrintMessage {
    WGPUStringView text;         // what the log shows
    WGPUStringView format;       // the first argument as written
    size_t argumentCount;
    VitrinePrintArgument const * arguments;  // null on the native route, which only has the text
    WGPUStringView moduleLabel;  // shader module
    uint32_t line;               // of the call in the shader text
    uint32_t columnBytes;
    uint32_t columnUtf16;
    WGPUStringView entryPoint;
    WGPUShaderStage stage;       // one flag
    uint32_t invocation[3];      // compute: global invocation id; vertex: vertex and instance index; fragment: x, y of the pixel
    WGPUStringView deviceLabel;
    WGPUStringView pipelineLabel;
    WGPUStringView passLabel;
    size_t debugGroupCount;
    WGPUStringView const * debugGroups;  // outermost first
    uint64_t submission;         // number of the submission on its queue, from 1
    uint32_t command;            // number among the submission's dispatches and draws that print, from 0: what a filter calls command
    WGPUBool partial;            // the device was lost or timed out before the submission ended
    WGPUStringView sourceLine;   // the text of the line that the call is on, or begins on
    WGPUDevice device;           // borrowed
    uint32_t commandInPass;      // number of the dispatch or draw as messages of errors count: the begin of its pass is 0
} VitrinePrintMessage;

// Messages that a submission wrote past the end of the print buffer.
typedef struct VitrinePrintLoss {
    uint64_t count;
    uint64_t submission;
    uint32_t bufferSize;  // in bytes, as it was
    WGPUStringView deviceLabel;
} VitrinePrintLoss;

typedef void (*VitrinePrintCallback)(VitrinePrintMessage const * message, WGPU_NULLABLE void* userdata1, WGPU_NULLABLE void* userdata2);
typedef void (*VitrinePrintLossCallback)(VitrinePrintLoss const * loss, WGPU_NULLABLE void* userdata1, WGPU_NULLABLE void* userdata2);

typedef struct VitrinePrintCallbackInfo {
    VitrinePrintCallback callback;          // null: none. The log gets the text at Info in any case
    VitrinePrintLossCallback lossCallback;  // null: none
    WGPU_NULLABLE void* userdata1;
    WGPU_NULLABLE void* userdata2;
} VitrinePrintCallbackInfo;

// Messages lost on this device since it was made.
WGPU_EXPORT uint64_t vitrineDeviceGetLostPrintCount(WGPUDevice device);
// The size in bytes of the print buffer, for submissions from now on. False: it stays as it is, on a device that prints by the
// native route or not at all, and above 16 MiB (or what it began with) where the driver has but four descriptor sets.
WGPU_EXPORT WGPUBool vitrineDeviceSetPrintBufferSize(WGPUDevice device, uint32_t size);
// Messages that printLimit kept from being delivered.
WGPU_EXPORT uint64_t vitrineDeviceGetLimitedPrintCount(WGPUDevice device);

// -- Call sites ----------------------------------------------------------------------------------------------------------

// Why a call site is asked for. Providers answer 0 where it would cost too much.
typedef enum VitrineCallSiteMoment {
    VitrineCallSiteMoment_Failure = 1,  // a check failed inside the present call
    VitrineCallSiteMoment_Create = 2,
    VitrineCallSiteMoment_Destroy = 3,
    VitrineCallSiteMoment_Finish = 4,
    VitrineCallSiteMoment_Submit = 5,
    VitrineCallSiteMoment_Command = 6,  // once for every encoded command
    VitrineCallSiteMoment_Force32 = 0x7FFFFFFF
} VitrineCallSiteMoment;

// Replaces the native back trace, for languages whose stack is not the native one.
//   capture   runs inside the API call, on its thread; must not call the API. 0: none.
//   describe  writes up to `size` bytes of a text like "app.mjs:41:9" and returns its full length. Any thread.
//   release   the token is not used any more. Any thread. May be null.
typedef struct VitrineCallSiteProvider {
    uint64_t (*capture)(VitrineCallSiteMoment moment, WGPU_NULLABLE void* userdata);
    size_t (*describe)(uint64_t token, char * buffer, size_t size, WGPU_NULLABLE void* userdata);
    void (*release)(uint64_t token, WGPU_NULLABLE void* userdata);
    WGPU_NULLABLE void* userdata;
} VitrineCallSiteProvider;

// For libraries that stand between the program and this one: the next call of this thread comes from that return address.
// Addresses below 65536 name a line of a text that is played.
WGPU_EXPORT void vitrineSetNextCallSite(void const * returnAddress);

// -- Instance ------------------------------------------------------------------------------------------------------------

typedef WGPUFlags VitrineInstanceFlags;
static const VitrineInstanceFlags VitrineInstanceFlags_None = 0x0000000000000000;
static const VitrineInstanceFlags VitrineInstanceFlags_Validation = 0x0000000000000001;   // load the Vulkan validation layer
static const VitrineInstanceFlags VitrineInstanceFlags_DebugPrintf = 0x0000000000000002;  // with its debugPrintf feature
static const VitrineInstanceFlags VitrineInstanceFlags_Lint = 0x0000000000000004;         // hygiene warnings
static const VitrineInstanceFlags VitrineInstanceFlags_FullCallSites = 0x0000000000000008;  // for every object and command
// Known faults of drivers have no effect: nothing is refused, turned off or worked around. VITRINE_IGNORE_BLOCKLIST takes single
// ones away by name.
static const VitrineInstanceFlags VitrineInstanceFlags_IgnoreBlocklist = 0x0000000000000010;
// Shaders report each place that reads or writes outside of an array, vector or texture, once: as a warning with index,
// resource, its length, line and column, invocation and pass. They run slower. VITRINE_CHECK=bounds does the same.
static const VitrineInstanceFlags VitrineInstanceFlags_CheckBounds = 0x0000000000000020;
// What shaders print goes to memory of the host, so that it is there after a loss or time-out. Slower on devices with
// memory of their own; on others it is always so.
static const VitrineInstanceFlags VitrineInstanceFlags_HostPrintBuffer = 0x0000000000000040;
// Warnings for what is valid and most likely not meant: reads of what nobody wrote, draws and dispatches of nothing, writes that
// the next one undoes before a submit, command buffers that are never submitted. VITRINE_CHECK=silent does the same.
static const VitrineInstanceFlags VitrineInstanceFlags_CheckSilent = 0x0000000000000080;
// Queries around every draw: a warning for each that leaves no sample, once for a pipeline and pass, with how far it came:
// vertices, primitives, those left by clipping, fragments. VITRINE_CHECK=draws does the same.
static const VitrineInstanceFlags VitrineInstanceFlags_CheckDraws = 0x0000000000000100;
// Shaders report each operation on f32 that makes a NaN of values that are none, and each read of one from a buffer or texture,
// once: as a warning with the values, line and column, invocation and pass. VITRINE_CHECK=nan does the same.
static const VitrineInstanceFlags VitrineInstanceFlags_CheckNan = 0x0000000000000200;

// Runs when an event has become ready that wgpuInstanceProcessEvents would deliver. Several may share one call. It may run
// on any thread and inside any call of the API, and must not call the API itself: it wakes up whoever will.
typedef void (*VitrineWakeCallback)(WGPU_NULLABLE void* userdata);

// Chained to WGPUInstanceDescriptor. The environment variable VITRINE_FLAGS adds to flags.
typedef struct VitrineInstanceDescriptor {
    WGPUChainedStruct chain;
    VitrineInstanceFlags flags;
    VitrinePrintRoute printRoute;
    uint32_t printBufferSize;  // in bytes; 0: the default, 1 MiB
    size_t enabledExperimentCount;
    WGPUStringView const * enabledExperiments;
    VitrineLogCallbackInfo logCallbackInfo;
    VitrineDiagnosticCallbackInfo diagnosticCallbackInfo;
    VitrinePrintCallbackInfo printCallbackInfo;
    VitrineCallSiteProvider callSiteProvider;  // capture null: the native back trace
    VitrineWakeCallback wakeCallback;
    WGPU_NULLABLE void* wakeUserdata;
    // With the flag Lint: names of hygiene warnings separated by commas, those with a minus before them are off; empty: all. The
    // environment variable VITRINE_LINT takes its place.
    WGPUStringView lint;
    // Which messages of debugPrintf are wanted, as "global_invocation_id.x == 7 && line < 20"; empty: all. Names are
    // global_invocation_id.x .y .z, vertex_index, instance_index, position.x .y .z, line, command (as in VitrinePrintMessage).
    // What is not wanted costs
    // a comparison in the shader. By the built-in route only. No instance is made when it cannot be read.
    WGPUStringView printFilter;
    uint32_t printLimit;  // messages of each debugPrintf call and device that are delivered; 0: all. Built-in route only
} VitrineInstanceDescriptor;

// The first member alone is not zero; every other default is.
#define VITRINE_INSTANCE_DESCRIPTOR_INIT _wgpu_MAKE_INIT_STRUCT(VitrineInstanceDescriptor, { \
    /*.chain=*/_wgpu_MAKE_INIT_STRUCT(WGPUChainedStruct, { \
        /*.next=*/NULL _wgpu_COMMA \
        /*.sType=*/WGPUSType_VitrineInstanceDescriptor _wgpu_COMMA \
    }) _wgpu_COMMA \
})

// Each replaces what was set before, at creation or later. When it returns, the former callback does not run any more,
// except when the caller is inside a log, diagnostic or print callback itself.
WGPU_EXPORT void vitrineInstanceSetLogCallback(WGPUInstance instance, VitrineLogCallbackInfo callbackInfo);
WGPU_EXPORT void vitrineInstanceSetDiagnosticCallback(WGPUInstance instance, VitrineDiagnosticCallbackInfo callbackInfo);
WGPU_EXPORT void vitrineInstanceSetPrintCallback(WGPUInstance instance, VitrinePrintCallbackInfo callbackInfo);

// The failure of the content timeline (a TypeError, RangeError or OperationError in JavaScript) of the last call that this
// thread made on an object of the instance, or null. Taken once: the result is owned, and a second call gives null. For
// language bindings, which turn it into an exception; the diagnostic callback gets it as well.
WGPU_EXPORT WGPU_NULLABLE VitrineDiagnostic vitrineInstanceTakeException(WGPUInstance instance);

// The diagnostic of the error that the uncaptured-error callback now running on this thread was called with, or null outside
// of one. Borrowed for the length of the callback.
WGPU_EXPORT WGPU_NULLABLE VitrineDiagnostic vitrineInstanceGetUncapturedDiagnostic(WGPUInstance instance);
// The device of the diagnostic that the diagnostic callback now running on this thread was called with; null outside of one, and
// for what belongs to no device. Borrowed for the length of the callback.
WGPU_EXPORT WGPU_NULLABLE WGPUDevice vitrineInstanceGetDiagnosticDevice(WGPUInstance instance);
// Writes a diagnostic to the log, as is done with an error that no callback takes: follow-on errors of one cause are folded, and
// the last of them is written when something else is, or with null for the diagnostic.
WGPU_EXPORT void vitrineInstanceLogDiagnostic(WGPUInstance instance, WGPU_NULLABLE VitrineDiagnostic diagnostic);

// -- Adapters ------------------------------------------------------------------------------------------------------------

// Which ways of printing an adapter offers.
typedef WGPUFlags VitrinePrintRoutes;
static const VitrinePrintRoutes VitrinePrintRoutes_None = 0x0000000000000000;
static const VitrinePrintRoutes VitrinePrintRoutes_BuiltIn = 0x0000000000000001;
static const VitrinePrintRoutes VitrinePrintRoutes_Native = 0x0000000000000002;

// What is done about a known fault of a driver.
typedef enum VitrineFaultEffect {
    VitrineFaultEffect_Refused = 1,     // the adapter is not offered
    VitrineFaultEffect_FeatureOff = 2,  // a feature is not offered
    VitrineFaultEffect_Workaround = 3,  // done in another way
    VitrineFaultEffect_None = 4,        // nothing can be done: the program must know
    VitrineFaultEffect_Force32 = 0x7FFFFFFF
} VitrineFaultEffect;

// A known fault of an adapter's driver: an entry of the blocklist.
typedef struct VitrineKnownFault {
    WGPUStringView name;
    VitrineFaultEffect effect;
    WGPUStringView feature;  // of FeatureOff: "shader-f16"
    WGPUStringView reason;   // what happens
    WGPUStringView seen;     // versions of the driver that it was seen on
    WGPUStringView overrideSwitch;  // "VITRINE_IGNORE_BLOCKLIST=llvmpipe_resolve_layer"; empty where nothing changes it
    WGPUBool overridden;     // the switch was given: the entry has no effect
} VitrineKnownFault;

typedef struct VitrineAdapterCandidate {
    WGPUStringView name;          // "llvmpipe (LLVM 15.0.6, 256 bits)"; for a missing loader or driver, what was looked for
    WGPUStringView driver;        // name and version
    WGPUBackendType backendType;
    WGPUAdapterType adapterType;
    WGPUBool usable;
    size_t reasonCount;           // why it is not usable: each names what is missing, what it has and what is needed
    WGPUStringView const * reasons;
    VitrinePrintRoutes printRoutes;
    WGPUStringView printRouteReason;  // why a route is missing; may be empty
    size_t faultCount;
    VitrineKnownFault const * faults;
} VitrineAdapterCandidate;

// Something outside of the standard that is hidden until VitrineInstanceDescriptor.enabledExperiments or the environment variable
// VITRINE_EXPERIMENTS (names separated by commas) names it.
typedef struct VitrineExperiment {
    WGPUStringView name;
    WGPUStringView description;
    WGPUBool enabled;
} VitrineExperiment;

// Every candidate the instance has seen, in the order of preference, usable or not. Owned: give it back with
// vitrineAdapterReportFreeMembers.
typedef struct VitrineAdapterReport {
    size_t candidateCount;
    VitrineAdapterCandidate const * candidates;
    WGPUStringView text;  // the whole as the log writes it
    size_t experimentCount;
    VitrineExperiment const * experiments;
} VitrineAdapterReport;

WGPU_EXPORT void vitrineInstanceGetAdapterReport(WGPUInstance instance, VitrineAdapterReport * report);
WGPU_EXPORT void vitrineAdapterReportFreeMembers(VitrineAdapterReport report);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // WEBGPU_VITRINE_H_
