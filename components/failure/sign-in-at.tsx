'use client'

import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import { loginPath, PATHS } from '#lib/routes/paths.ts'

/** The way to sign in and back to the address that was asked for. */
export function SignInAt() {
  const href = useBrowserValue<string>(
    () => loginPath(location.pathname + location.search),
    PATHS.login,
  )
  return (
    <p>
      有些頁面登入後才看得到：<a href={href}>登入後再開啟這個網址</a>
    </p>
  )
}
