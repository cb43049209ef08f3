'use client'

import { useSignedIn } from '#components/account/use-signed-in.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { PATHS } from '#lib/routes/paths.ts'

/** The member's pages, or the way to sign in. */
export function AccountLink({ className }: { className: string | undefined }) {
  const signedIn = useSignedIn()
  const label = signedIn ? `會員中心${signedIn.name ? `，${signedIn.name}` : ''}` : '登入'
  return (
    <Link
      className={className}
      href={signedIn ? PATHS.account : PATHS.login}
      prefetch={false}
      aria-label={label}
    >
      <Icon name="account" />
    </Link>
  )
}
