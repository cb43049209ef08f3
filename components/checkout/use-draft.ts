'use client'

import { useEffect, useRef, useState } from 'react'

import { useForgetOthers } from '#components/account/forget-member.ts'
import type { InAppBrowser } from '#lib/account/in-app-browser.ts'
import type { Recipient } from '#lib/delivery/recipient.ts'
import { EMPTY_INVOICE } from '#lib/invoice/typed-invoice.ts'
import type { PaymentMethod } from '#lib/payment/methods.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { type CheckoutDraft, saveDraft, readDraft } from './checkout-draft.ts'

/** The buyer, the prefill from the profile, and how stores are chosen. */
export type Buyer = {
  readonly member: string
  /** Whether the account's e-mail is proven. */
  readonly isVerified: boolean
  readonly prefill: Recipient
  /** How stores are chosen: typed, from the chains' lists, or on the carrier's map. */
  readonly stores: 'typed' | 'list' | 'map'
  /** The store chosen on the map. */
  readonly mapStore: string | undefined
  /** The payment methods that the shop offers, in the order in which they are shown. */
  readonly methods: readonly PaymentMethod[]
  /** The app in whose own browser the page is open. */
  readonly inApp: InAppBrowser | undefined
  /** Whether a company's registered name can be looked up. */
  readonly issuesInvoices: boolean
}

// The form appears only after the cart was read, in the browser, so what was kept can be read at once.
function firstDraft({ member, prefill, mapStore }: Buyer): CheckoutDraft {
  const kept = readDraft(member) ?? {
    recipient: prefill,
    method: 'home',
    invoice: EMPTY_INVOICE,
    isGift: false,
  }
  if (mapStore === undefined) return kept
  return { ...kept, method: 'store', recipient: { ...kept.recipient, store: mapStore } }
}

/** The checkout's draft, kept for this tab, with the store chosen on the map. */
export function useDraft(buyer: Buyer) {
  const { member, mapStore } = buyer
  useForgetOthers(member)
  const [draft, setDraft] = useState(() => firstDraft(buyer))
  const first = useRef(draft)
  // Stores the map's choice with the draft, since a reload does not repeat it.
  useEffect(() => {
    if (mapStore === undefined) return
    saveDraft(member, first.current)
    window.history.replaceState(null, '', PATHS.checkout)
  }, [member, mapStore])
  const change = (next: CheckoutDraft) => {
    setDraft(next)
    saveDraft(member, next)
  }
  return [draft, change] as const
}
