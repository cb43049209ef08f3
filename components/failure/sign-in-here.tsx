'use client'

import { useSyncExternalStore } from 'react'

import { loginPath, PATHS } from '#lib/routes/paths.ts'

const neverChanges = () => () => {}

/** Links from a missing page to sign in and back to the same address. */
export function SignInHere() {
  const href = useSyncExternalStore(
    neverChanges,
    () => loginPath(location.pathname + location.search),
    () => PATHS.login,
  )
  return (
    <p>
      有些頁面登入後才看得到：<a href={href}>登入後再開啟這個網址</a>
    </p>
  )
}
