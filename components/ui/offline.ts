import { type ComponentType, lazy } from 'react'

/** What a shopper without network asked for in vain: another page, or a part of this one whose code comes late. */
export type Missed = 'page' | 'part'

let missed: Missed | undefined
const listeners = new Set<() => void>()

/** What was missed since the network went away; one line of the page tells it. */
export const missedOffline = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => missed,
  currentOnServer: () => undefined,
  tell: (what: Missed | undefined) => {
    missed = what
    listeners.forEach((listener) => listener())
  },
}

/** A part of a page whose code comes when it is drawn. Without network it stays away, and the page stands as it is. */
export function latePart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => {
    try {
      return await load()
    } catch (error) {
      if (navigator.onLine) throw error
      missedOffline.tell('part')
      return { default: () => null }
    }
  })
}
