// Resting place of a toast in CSS pixels: height above the bottom bars, and half its width.
const RESTING_HEIGHT = 96
const HALF_WIDTH = 178

/** Puts toasts above a button that they would cover at their place at the bottom centre. */
export function liftToastAbove(button: HTMLElement | null): void {
  const root = document.documentElement
  root.style.removeProperty('--toast-lift')
  if (!button) return
  const { top, bottom, left, right } = button.getBoundingClientRect()
  const floor = Number.parseFloat(getComputedStyle(root).scrollPaddingBottom) - 24
  const [resting, middle] = [window.innerHeight - floor - RESTING_HEIGHT, root.clientWidth / 2]
  const isAside = right < middle - HALF_WIDTH || left > middle + HALF_WIDTH
  const isCovered = !isAside && bottom > resting && top < window.innerHeight - floor
  if (isCovered) root.style.setProperty('--toast-lift', `${window.innerHeight - top + 12}px`)
}
