'use client'

import type { ReactNode } from 'react'

import { lazyPart } from '#components/ui/lazy-part.tsx'
import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import { missingAt } from '#lib/routes/missing.ts'
import { loginPath, PATHS } from '#lib/routes/paths.ts'

const MissingItem = lazyPart(() => import('./missing-item.tsx'))

/** Its children, or in the browser the words for a missing product or article. */
export function MissingAt({ children }: { children: ReactNode }) {
  const missing = useBrowserValue(() => missingAt(window.location.pathname), 'page')
  if (missing === 'page') return children
  return <MissingItem missing={missing} waiting={children} instead={children} />
}

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
