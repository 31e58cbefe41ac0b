/** The part of the untyped `x11` package that the guest uses. */
declare module 'x11' {
  interface Cursor {
    x: number;
    y: number;
    width: number;
    height: number;
    xhot: number;
    yhot: number;
    /** Premultiplied ARGB, one 32-bit word per pixel. */
    cursorImage: Buffer;
  }
  interface XEvent {
    name?: string;
    type: number;
    wid?: number;
    /** ConfigureNotify: the window that changed. */
    wid1?: number;
    window?: number;
    atom?: number;
    message_type?: number;
    requestor?: number;
    property?: number;
    data?: number[];
    /** Raw key events of XInput: the keycode. */
    detail?: number;
    overrideRedirect?: boolean;
    area?: { x: number; y: number; w: number; h: number };
    drawable?: number;
  }
  type Callback<T> = (error: Error | null | undefined, value: T) => unknown;
  interface FixesExtension {
    GetCursorImage(callback: Callback<Cursor>): void;
  }
  interface DamageExtension {
    ReportLevel: { RawRectangles: number };
    Create(damage: number, drawable: number, level: number): void;
    Destroy(damage: number): void;
  }
  interface XInputExtension {
    EventMask: { RawKeyPress: number; RawKeyRelease: number };
    XISelectEvents(window: number, selected: { deviceId: number; mask: number }): void;
  }
  interface XClient {
    AllocID(): number;
    InternAtom(onlyIfExists: boolean, name: string, callback: Callback<number>): void;
    GetProperty(
      del: number,
      window: number,
      atom: number,
      type: number,
      offset: number,
      length: number,
      callback: Callback<{ type: number; format: number; data: Buffer }>,
    ): void;
    GetGeometry(
      drawable: number,
      callback: Callback<{ xPos: number; yPos: number; width: number; height: number }>,
    ): void;
    GetWindowAttributes(
      window: number,
      callback: Callback<{ mapState: number; overrideRedirect: number | boolean }>,
    ): void;
    TranslateCoordinates(
      from: number,
      to: number,
      x: number,
      y: number,
      callback: Callback<{ destX: number; destY: number }>,
    ): void;
    QueryTree(window: number, callback: Callback<{ parent: number; children: number[] }>): void;
    QueryPointer(window: number, callback: Callback<{ rootX: number; rootY: number }>): void;
    CreateWindow(
      id: number,
      parent: number,
      x: number,
      y: number,
      width: number,
      height: number,
      borderWidth: number,
      depth: number,
      windowClass: number,
      visual: number,
      values: Record<string, number>,
    ): void;
    GetSelectionOwner(selection: number, callback: Callback<number>): void;
    ConvertSelection(requestor: number, selection: number, target: number, property: number, time: number): void;
    DeleteProperty(window: number, property: number): void;
    GetInputFocus(callback: Callback<unknown>): void;
    GetImage(
      format: number,
      drawable: number,
      x: number,
      y: number,
      width: number,
      height: number,
      mask: number,
      callback: Callback<{ data: Buffer }>,
    ): void;
    ChangeWindowAttributes(window: number, values: Record<string, number>): void;
    ClearArea(window: number, x: number, y: number, width: number, height: number, exposures: number): void;
    MapWindow(window: number): void;
    RaiseWindow(window: number): void;
    SendClientMessage(
      destination: number,
      window: number,
      type: number,
      format: number,
      data: number[],
      eventMask?: number,
    ): void;
    require(name: 'fixes', callback: Callback<FixesExtension>): void;
    require(name: 'damage', callback: Callback<DamageExtension>): void;
    require(name: 'xinput', callback: Callback<XInputExtension>): void;
    GetKeyboardMapping(first: number, count: number, callback: Callback<number[][]>): void;
    on(event: 'event', listener: (event: XEvent) => void): void;
    on(event: 'error', listener: (error: Error) => void): void;
    on(event: 'end', listener: () => void): void;
    removeListener(event: 'event', listener: (event: XEvent) => void): void;
    terminate(): void;
  }
  interface XDisplay {
    client: XClient;
    screen: { root: number; root_depth: number; pixel_width: number; pixel_height: number }[];
  }
  interface X11 {
    createClient(options: { display: string; shm: false }, callback: Callback<XDisplay>): XClient;
    eventMask: Record<'PropertyChange' | 'SubstructureNotify' | 'StructureNotify', number>;
  }
  const x11: X11;
  export default x11;
  export type { Cursor, DamageExtension, FixesExtension, XClient, XDisplay, XEvent, XInputExtension };
}
