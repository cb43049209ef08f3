/** A `ref` that moves the focus to an element when it appears, as where it replaces the pressed button. */
export function focusOnArrival(element: HTMLElement | null): void {
  element?.focus()
}
