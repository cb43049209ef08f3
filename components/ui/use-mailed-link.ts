'use client'

import { useSyncExternalStore } from 'react'

/** A mailed link's document id and secret key. */
export type MailedLink = { readonly id: string; readonly key: string }

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

const hashInAddress = () => window.location.hash
const onServer = () => ''

/**
 * Parses the mailed link; undefined for another address. The key follows #, so no server or log
 * receives it.
 */
export function useMailedLink(): MailedLink | undefined {
  const hash = useSyncExternalStore(subscribe, hashInAddress, onServer)
  const [, id, key] = /^#([0-9a-f]{32})\.([0-9a-f]{32})$/.exec(hash) ?? []
  return id === undefined || key === undefined ? undefined : { id, key }
}
