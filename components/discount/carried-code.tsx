'use client'

import { useEffect } from 'react'

/**
 * Keeps the code of a link (`?code=`) for the checkout, and says so once. The browser alone reads it,
 * so every page stays the static one.
 */
export function CarriedCode() {
  useEffect(() => {
    const { search } = window.location
    if (!search.includes('code=')) return
    import('#components/discount/carry-code.ts').then(
      ({ carryCode }) => carryCode(search),
      () => {},
    )
  }, [])
  return null
}
