/// <reference types="@webgpu/types" />

/** How an implementation is set up. A list of "key=value" is taken as well, with dashes for capitals: "print-buffer=65536". */
export interface Options {
  /** The backend: Vulkan, or validation alone. Default: Vulkan where it is there. */
  backend?: 'vulkan' | 'null';
  /** A part of the name of the adapter that requestAdapter is to give. */
  adapter?: string;
  /** Load the Vulkan validation layer. */
  validation?: boolean;
  /** With it: debugPrintf through the layer. */
  debugPrintf?: boolean;
  printRoute?: 'built-in' | 'native';
  /** In bytes; default 1 MiB. */
  printBuffer?: number;
  /** Which messages of debugPrintf are wanted: "global_invocation_id.x == 7 && line < 20". */
  printFilter?: string;
  /** Messages of each debugPrintf call that are delivered; default all. */
  printLimit?: number;
  /** Prints survive a loss of the device or a time-out on every adapter. */
  hostPrintBuffer?: boolean;
  /** Shaders report accesses out of bounds, as diagnostics. */
  /** Names with commas between: bounds, draws, nan, silent. */
  check?: string;
  /** Features outside of the standard to be shown. */
  experiments?: string[];
  log?: 'off' | 'error' | 'warning' | 'info' | 'debug';
  /** Warnings for what is legal and makes faults hard to find: no labels, no debug groups, unread compilation info. Or the names of some. */
  lint?: boolean | string | readonly string[];
  /** The log goes to this console, or to the global one, and not to the standard error stream. */
  console?: boolean | Pick<Console, 'log' | 'warn' | 'error' | 'debug'>;
  /** "full" also remembers where every command was encoded. */
  callSites?: 'off' | 'full';
}

export function create(options?: Options | readonly string[]): GPU;
/** A canvas that nobody sees, for what draws to one: getContext('webgpu') gives a GPUCanvasContext. Default: 300 by 150. */
export function createCanvas(width?: number, height?: number): HeadlessCanvas;
export interface HeadlessCanvas extends EventTarget {
  width: number;
  height: number;
  getContext(kind: 'webgpu'): GPUCanvasContext;
  getContext(kind: string): GPUCanvasContext | null;
  /**
   * The frame is over: the current texture is destroyed, as a page does it, and getCurrentTexture() gives another one.
   * The promise comes when all is drawn: a loop that waits for it does not run ahead of the device.
   */
  present(): Promise<void>;
  /** What was drawn since: 4 bytes a pixel, red first. The context must be configured with COPY_SRC. */
  readPixels(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
  /** What libraries ask for and has no effect. */
  [more: string]: any;
}
/** Every interface object by its name, to be set on globalThis. */
export const globals: Record<string, unknown>;

/** One finding of the compiler, of validation or of the runtime, as `vitrine check --format json` writes it. */
export interface Diagnostic {
  rule: string;
  effect: string;
  severity: 'error' | 'warning' | 'info';
  message: string;
  [more: string]: unknown;
}
/** One executed debugPrintf. */
export interface PrintfMessage {
  text: string;
  format: string;
  arguments: { type: string; values: (number | boolean | 'NaN' | 'Infinity' | '-Infinity')[] }[];
  moduleLabel: string;
  line: number;
  column: number;
  entryPoint: string;
  stage: number;
  invocation: [number, number, number];
  pipelineLabel: string;
  passLabel: string;
  deviceLabel: string;
  debugGroups: string[];
  submission: number;
  /** Among the dispatches and draws of the submission that print, from 0: what a filter calls command. */
  command: number;
  /** As messages of errors count: the begin of the pass is 0. */
  commandInPass: number;
  partial: boolean;
  /** The text of the line of the shader that the call is on. */
  sourceLine: string;
}
/** A stream ends when it is closed and when its device is lost. Both see what concerns the whole `create()` that the object comes from. */
export interface Listener { close(): void; }
export interface Stream<T> extends AsyncIterableIterator<T>, Listener {}
/** Of a device alone, or, of an adapter, of all devices that come from its GPU object. */
export function diagnostics(object: GPUDevice | GPUAdapter): Stream<Diagnostic>;
export function diagnostics(object: GPUDevice | GPUAdapter, callback: (diagnostic: Diagnostic) => void): Listener;
export function printfMessages(object: GPUDevice | GPUAdapter): Stream<PrintfMessage>;
export function printfMessages(object: GPUDevice | GPUAdapter, callback: (message: PrintfMessage) => void): Listener;
