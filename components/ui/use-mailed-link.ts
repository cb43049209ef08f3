'use client'

import { useSyncExternalStore } from 'react'

/** A mailed link's document id and secret key. */
export type MailedLink = { readonly id: string; readonly key: string }

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** What stands after the # of the address, which no server, log or referrer receives; undefined on the server. */
export function useLinkInAddress(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => undefined,
  )
}

/**
 * Parses the mailed link, or undefined for another address.
 */
export function useMailedLink(): MailedLink | undefined {
  const [, id, key] = /^([0-9a-f]{32})\.([0-9a-f]{32})$/.exec(useLinkInAddress() ?? '') ?? []
  return id === undefined || key === undefined ? undefined : { id, key }
}
