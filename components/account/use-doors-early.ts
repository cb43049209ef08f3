'use client'

import { useEffect } from 'react'

import { openSignIn } from '#lib/account/sign-in.ts'
import type { WebConfig } from '#lib/account/web-config.ts'

/** Loads the sign-in service's code when the page is there, not at the click: Safari and phones would block a window that opens later. */
export function usePreloadedAuthClient(config: WebConfig): void {
  useEffect(() => {
    // A failure shows when the form is sent, which loads again.
    openSignIn(config).catch(() => {})
  }, [config])
}
