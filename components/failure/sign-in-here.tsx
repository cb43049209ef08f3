'use client'

import { lazyPart } from '#components/ui/lazy-part.tsx'
import { PATHS } from '#lib/routes/paths.ts'

const SignIn = lazyPart(() =>
  import('./sign-in-at.tsx').then(({ SignInAt }) => ({ default: SignInAt })),
)

// As the server renders it, which does not know the address.
const TO_LOGIN = (
  <p>
    有些頁面登入後才看得到：<a href={PATHS.login}>登入後再開啟這個網址</a>
  </p>
)

/** Links from a missing page to sign in and back to the same address. */
export function SignInHere() {
  return <SignIn waiting={TO_LOGIN} instead={TO_LOGIN} />
}
