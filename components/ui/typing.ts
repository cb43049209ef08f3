// The field that was typed into last, since a form was last sent.
let typedInto: EventTarget | null = null

if (typeof window !== 'undefined') {
  window.addEventListener('input', ({ target }) => (typedInto = target), true)
  window.addEventListener('submit', () => (typedInto = null), true)
}

/** Whether somebody is typing into a field since the last form was sent: the focus stays there then. */
export function isTyping(): boolean {
  return typedInto !== null && typedInto === document.activeElement
}
