'use client'
import styles from '#components/owner/owner.module.css'
import { Notice } from '#components/ui/notice.tsx'
import type { OwnerProof, ProofActions } from './proof-actions.ts'
import { ProofMethods } from './proof-methods.tsx'

// Loads a new document: the router may cache the page from before reauthentication.
function goOn(next: string | undefined): 'leaving' {
  window.location.assign(next ?? window.location.pathname)
  return 'leaving'
}

/** How a device without a passkey of its own gets in, said where it is asked for one. */
function OtherDevice() {
  return (
    <div className={styles.soft}>
      <p>這台裝置尚無通行密鑰？兩個方法擇一：</p>
      <ul>
        <li>
          用已經加入的手機：按「用通行密鑰確認」，在瀏覽器的視窗選「使用其他裝置」或「手機或平板」，再用那支手機掃畫面上的
          QR 碼（兩台都要開啟藍牙）。
        </li>
        <li>用備援碼：打開「手邊沒有通行密鑰的裝置」，填一組備援碼，會用掉這一組。</li>
      </ul>
      <p>確認以後，到「登入安全」按「加入這台裝置的通行密鑰」，下次就能直接用這台確認。</p>
    </div>
  )
}

/** Has the owner prove to be the one at the keyboard, then opens the page that was wanted. */
export function ReauthenticationForm({
  owner,
  actions,
  isRecent,
  isPassed,
  next,
}: {
  owner: OwnerProof
  actions: ProofActions
  isRecent: boolean
  /** Whether this session has used the passkey, where there is one. */
  isPassed: boolean
  next: string | undefined
}) {
  return (
    <section className={styles.section}>
      <h2>確認身分</h2>
      <p className={styles.soft}>
        {isPassed
          ? '下載個人資料、下載帳務和更改通行密鑰之前，需要 15 分鐘內的確認。'
          : '這次登入尚未用通行密鑰確認。確認後，會前往您要開啟的頁面。'}
      </p>
      {isRecent ? <Notice kind="success" title="15 分鐘內已確認過身分。" /> : null}
      <ProofMethods owner={owner} actions={actions} onProven={() => goOn(next)} />
      {isPassed ? null : <OtherDevice />}
    </section>
  )
}
