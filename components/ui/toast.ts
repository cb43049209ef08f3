/** Kind of a toast, which decides how long it stays. */
export type ToastKind = 'success' | 'error'

/** How long a toast stays, in milliseconds. */
export const TOAST_DURATION: Readonly<Record<ToastKind, number>> = { success: 2_000, error: 4_000 }

/** Shows one toast, above the button that was pressed where it would cover it. */
export type ShowToast = (kind: ToastKind, message: string, button: HTMLElement | null) => void

type Listener = () => void

let wanted = false
let arrive: (shown: ShowToast) => void = () => {}
const arrival = new Promise<ShowToast>((resolve) => {
  arrive = resolve
})
const listeners = new Set<Listener>()

/** Lets the host load the toaster when the first toast is due. */
export const toastDemand = {
  subscribe: (listener: Listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  isWanted: () => wanted,
  /** Called once by the toaster when it can show toasts. */
  serve: (show: ShowToast) => arrive(show),
}

function demand(): void {
  wanted = true
  listeners.forEach((listener) => listener())
}

function show(kind: ToastKind, message: string, button: HTMLElement | null): void {
  // Loads the toaster's code after the paint that answers the press.
  if (!wanted) requestAnimationFrame(() => setTimeout(demand))
  void arrival.then((showToast) => showToast(kind, message, button))
}

/** Shows a message at the bottom centre, lifted above `button` if it is there. */
export const toast = {
  success: (message: string, button: HTMLElement | null = null) => show('success', message, button),
  error: (message: string, button: HTMLElement | null = null) => show('error', message, button),
}
