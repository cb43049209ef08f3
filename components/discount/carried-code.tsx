'use client'

import { useEffect } from 'react'

import { toast } from '#components/ui/toast.ts'

import { codeInAddress, keepCode, readKeptCode } from './kept-code.ts'

/**
 * Keeps the code of a link (`?code=`) for the checkout, and says so once. The browser alone reads it,
 * so every page stays the static one.
 */
export function CarriedCode() {
  useEffect(() => {
    const code = codeInAddress(window.location.search)
    if (code === undefined || code === readKeptCode()) return
    keepCode(code)
    toast.success(`已記下折扣碼 ${code}，結帳時會套用。`)
  }, [])
  return null
}
