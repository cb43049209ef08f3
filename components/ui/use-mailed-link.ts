'use client'

import { useSyncExternalStore } from 'react'

/** What a mailed link carries: the id of a document and the key that opens it. */
export type MailedLink = { readonly id: string; readonly key: string }

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

const hashInAddress = () => window.location.hash
const onServer = () => ''

/**
 * The link by which this page was opened, undefined for another address. The key stands after the #,
 * so no server and no log sees it before a button is pressed.
 */
export function useMailedLink(): MailedLink | undefined {
  const hash = useSyncExternalStore(subscribe, hashInAddress, onServer)
  const [, id, key] = /^#([0-9a-f]{32})\.([0-9a-f]{32})$/.exec(hash) ?? []
  return id === undefined || key === undefined ? undefined : { id, key }
}
