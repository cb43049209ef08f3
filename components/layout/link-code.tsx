'use client'

import { useEffect } from 'react'

import { loadNeeded } from '#components/ui/load-needed.ts'

/**
 * Keeps the code of a link (`?code=`) for the checkout, and says so once. The browser alone reads it,
 * so every page stays the static one.
 */
export function CarriedCode() {
  useEffect(() => {
    const { search } = window.location
    if (!search.includes('code=')) return
    void loadNeeded(() => import('#components/discount/store-link-code.ts')).then(
      (late) => late.ok && late.data.carryCode(search),
    )
  }, [])
  return null
}
