/** What a toast says, and how long it stays: success 2 s, error 4 s, loading until dismissed (rule 61). */
export type ToastKind = 'success' | 'error' | 'loading'

/** Shows, replaces or dismisses one toast. */
export type ShowToast = (kind: ToastKind | 'dismiss', message: string, id: string) => void

type Listener = () => void

let wanted = false
let nextId = 0
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
  isWantedOnServer: () => false,
  /** Called once by the toaster when it can show toasts. */
  serve: (show: ShowToast) => arrive(show),
}

function demand(): void {
  wanted = true
  listeners.forEach((listener) => listener())
}

function show(kind: ToastKind | 'dismiss', message: string, id = `toast-${(nextId += 1)}`): string {
  // What was pressed answers first; the toaster's code comes after that paint.
  if (!wanted) requestAnimationFrame(() => setTimeout(demand))
  arrival.then(
    (showToast) => showToast(kind, message, id),
    (error: unknown) => console.error(error),
  )
  return id
}

/**
 * Shows a message at the bottom centre. Returns its id.
 * `dismiss` or a later toast with the same id removes it.
 */
export const toast = {
  success: (message: string, id?: string) => show('success', message, id),
  error: (message: string, id?: string) => show('error', message, id),
  loading: (message: string, id?: string) => show('loading', message, id),
  dismiss: (id: string) => void show('dismiss', '', id),
}
