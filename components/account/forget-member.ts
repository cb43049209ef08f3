'use client'

import { useLayoutEffect } from 'react'

import { browserStorage } from '#components/ui/browser.ts'

const members = browserStorage('member')
const signOuts = browserStorage('signed-out')

/** Personal data in this browser's storage. The cart stays: it belongs to the browser. */
const PERSONAL = [
  members,
  browserStorage('checkout-draft', 'tab'),
  browserStorage('checkout'),
  browserStorage('paid-orders'),
  browserStorage('placed-cart'),
  browserStorage('pay-now', 'tab'),
  browserStorage('payment-method'),
  browserStorage('typed', 'tab'),
  browserStorage('stores'),
  browserStorage('verification-mail'),
]

function forget(): void {
  for (const storage of PERSONAL) storage.remove()
}

/** Removes what this browser keeps of the member but the cart, here and in the shop's other tabs. */
export function forgetMember(): void {
  forget()
  signOuts.write(String(Date.now()))
}

/**
 * Removes what is kept of anybody but this member, and of this one once another tab signs out. Before the forms that
 * stand below it are there, so that none is filled with what somebody else typed.
 */
export function useForgetOthers(member: string): void {
  useLayoutEffect(() => {
    if ((members.read() ?? member) !== member) forget()
    members.write(member)
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === signOuts.key && newValue !== null) forget()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [member])
}
