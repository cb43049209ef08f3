'use client'

import { useEffect, useRef, useState } from 'react'

import { useForgetOthers } from '#components/account/forget-member.ts'
import type { Recipient } from '#lib/delivery/recipient.ts'
import { EMPTY_INVOICE } from '#lib/order/invoice.ts'
import { PATHS } from '#lib/site/paths.ts'

import { type CheckoutDraft, keepDraft, readDraft } from './checkout-storage.ts'

/** Whose checkout it is, what the profile fills in, and how stores are named. */
export type Buyer = {
  readonly member: string
  readonly prefill: Recipient
  /** How stores are named: typed, from the chains' lists, or on the carrier's map. */
  readonly stores: 'typed' | 'list' | 'map'
  /** The store with which the buyer comes back from the map. */
  readonly mapStore: string | undefined
  /** Whether a company's registered name can be looked up. */
  readonly issuesInvoices: boolean
}

// The form appears only after the cart was read, in the browser, so what was kept can be read at once.
function firstDraft({ member, prefill, mapStore }: Buyer): CheckoutDraft {
  const kept = readDraft(member) ?? {
    recipient: prefill,
    method: 'home',
    invoice: EMPTY_INVOICE,
  }
  if (mapStore === undefined) return kept
  return { ...kept, method: 'store', recipient: { ...kept.recipient, store: mapStore } }
}

/** What is typed at the checkout, which this tab keeps, and the store that came from the map. */
export function useDraft(buyer: Buyer) {
  const { member, mapStore } = buyer
  useForgetOthers(member)
  const [draft, setDraft] = useState(() => firstDraft(buyer))
  const first = useRef(draft)
  // What came from the map is kept like what was typed, and a reload does not bring it again.
  useEffect(() => {
    if (mapStore === undefined) return
    keepDraft(member, first.current)
    window.history.replaceState(null, '', PATHS.checkout)
  }, [member, mapStore])
  const change = (next: CheckoutDraft) => {
    setDraft(next)
    keepDraft(member, next)
  }
  return [draft, change] as const
}
