// What the type checker has to know about our pages: the events and functions of htmx, our own event, and
// that almost everything on a page is an HTML element.

interface HtmxTask { type: string; fragment: DocumentFragment; }
interface HtmxContext { text?: string; response?: Response; sourceElement: Element; }
interface SseConnection {
  delayCanceller?: () => void;
  reader?: ReadableStreamDefaultReader;
  visibilityHandler: () => void;
}
interface SseMessage { id?: string; event?: string; data: string; cancelled?: boolean; }

interface DocumentEventMap {
  "htmx:before:swap": CustomEvent<{ ctx: HtmxContext; tasks: HtmxTask[] }>;
  "htmx:after:swap": CustomEvent<{ ctx: HtmxContext }>;
  "htmx:finally:swap": CustomEvent<{ ctx: HtmxContext }>;
  "htmx:config:request": CustomEvent<{ ctx: HtmxContext & { request: { body: FormData } } }>;
  "htmx:before:request": CustomEvent<{ ctx: HtmxContext }>;
  "htmx:finally:request": CustomEvent<{ ctx: HtmxContext }>;
  "htmx:error": CustomEvent<{ ctx: HtmxContext }>;
  "htmx:before:sse:message": CustomEvent<{ message: SseMessage }>;
  "htmx:after:sse:connection": CustomEvent<{ connection: SseConnection }>;
  "htmx:sse:error": CustomEvent;
  "htmx:sse:close": CustomEvent;
  "ichiba:moment": CustomEvent<number>;
}

declare const htmx: {
  ajax(method: string, address: string, how: { target: string; swap: string }): Promise<void>;
  swap(how: { text: string; target: string; swap: string; sourceElement: Element }): Promise<void>;
  trigger(element: Element, event: string): void;
};

// Listeners of a document or a window get the element on which something happened.
interface EventTarget {
  closest(selector: string): HTMLElement | null;
  matches(selector: string): boolean;
}
interface Element {
  closest<E extends Element = HTMLElement>(selector: string): E | null;
}
interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selector: K): HTMLElementTagNameMap[K] | null;
  querySelector<E extends Element = HTMLElement>(selector: string): E | null;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selector: K): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll<E extends Element = HTMLElement>(selector: string): NodeListOf<E>;
}
