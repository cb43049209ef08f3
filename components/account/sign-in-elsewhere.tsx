'use client'

import { loginPath } from '#lib/routes/paths.ts'

/** The way to sign in again in another tab while a filled form stays where it is. */
export function SignInElsewhere({ here }: { here: string }) {
  return (
    <p>
      <a href={loginPath(here)} target="_blank" rel="noreferrer">
        在新分頁重新登入
      </a>
      ，完成後回到這裡再送出一次，您填寫的內容都還在。
    </p>
  )
}
