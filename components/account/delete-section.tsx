'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { toast } from '#components/ui/toast.ts'
import type { SignInMethod } from '#lib/account/account.ts'
import type { Exchange } from '#lib/account/sign-in.ts'
import type { WebConfig } from '#lib/account/require-account.ts'
import { PATHS } from '#lib/site/paths.ts'

import { announceSignIn } from './session-watch.tsx'
import styles from './account.module.css'
import { DeleteDialog, type DeleteRefusal } from './delete-dialog.tsx'
import { DELETE_UNSUPPORTED, DELETED } from './messages.ts'

/** Deleting one's account, where the way of signing in allows it. */
export function DeleteSection(props: {
  config: WebConfig
  email: string
  method: SignInMethod
  deleteAccount: Exchange<DeleteRefusal>
}) {
  const { method, ...rest } = props
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  // Told only when this page is gone: it would send its former member to sign in.
  useEffect(() => announceSignIn, [])

  const onDeleted = () => {
    toast.success(DELETED)
    router.replace(PATHS.home)
  }
  const close = () => setAsking(false)
  const isProvable = method === 'password' || method === 'google.com'
  return (
    <section className={styles.section}>
      <h2>刪除帳號</h2>
      <p className={styles.note}>
        會員資料與預設收件資料會一併刪除；已成立的訂單依稅法保存，只有商店可以查閱。
      </p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        刪除帳號
      </Button>
      {asking && isProvable ? (
        <DeleteDialog {...rest} method={method} onDeleted={onDeleted} onClose={close} />
      ) : null}
      {asking && !isProvable ? (
        <Notice kind="error" title={DELETE_UNSUPPORTED}>
          <p>
            <a href={PATHS.deleteDataFacebook}>Facebook 登入的資料刪除方式</a>
          </p>
        </Notice>
      ) : null}
    </section>
  )
}
