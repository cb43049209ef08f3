'use client'

import { Icon } from '#components/ui/icon.tsx'
import { IntentLink } from '#components/ui/intent-link.tsx'
import { PATHS } from '#lib/site/paths.ts'

import { useSignedIn } from './use-signed-in.ts'

/** The member's pages, or the way to sign in. */
export function AccountLink({ className }: { className: string | undefined }) {
  const signedIn = useSignedIn()
  const label = signedIn ? `會員中心${signedIn.name ? `，${signedIn.name}` : ''}` : '登入'
  return (
    <IntentLink
      className={className}
      href={signedIn ? PATHS.account : PATHS.login}
      prefetch={false}
      aria-label={label}
    >
      <Icon name="account" />
    </IntentLink>
  )
}
