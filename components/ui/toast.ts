import { type ComponentType, lazy } from 'react'

/** Kind of a toast, which decides how long it stays: 2 s, 4 s, or until dismissed (rule 61). */
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

/** The event of the window that tells that something did not come for want of a network. */
export const MISSED = 'missed'

/** A part of a page whose code comes when it is drawn. Without network it stays away, and the page stands as it is. */
export function lazyClient<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch((error: unknown) => {
      if (navigator.onLine) throw error
      dispatchEvent(new Event(MISSED))
      return { default: () => null }
    }),
  )
}

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

function show(kind: ToastKind | 'dismiss', message: string, id = `toast-${(nextId += 1)}`): string {
  // Loads the toaster's code after the paint that answers the press.
  if (!wanted) requestAnimationFrame(() => setTimeout(demand))
  void arrival.then((showToast) => showToast(kind, message, id))
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
