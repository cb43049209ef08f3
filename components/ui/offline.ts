import { type ComponentType, lazy } from 'react'

/** The event of the window that tells that something did not come for want of a network. */
export const MISSED = 'missed'

/** A part of a page whose code comes when it is drawn. Without network it stays away, and the page stands as it is. */
export function latePart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch((error: unknown) => {
      if (navigator.onLine) throw error
      dispatchEvent(new Event(MISSED))
      return { default: () => null }
    }),
  )
}
