import { FactList } from '#components/ui/facts.tsx'
import type { Backup, ShopStatus } from '#lib/health/health.ts'
import { formatTime } from '#lib/time/taipei-time.ts'

import styles from './owner.module.css'

const time = (at: string) => formatTime(new Date(at))

function backupText(backup: Backup): string {
  if (backup === 'practice') return '練習商店不備份'
  if (backup === 'unknown') return '查不到，請看主機的設定'
  return backup.at === undefined ? '還沒有任何備份' : time(backup.at)
}

function sweepText({ lastSweep, isSweepLate }: ShopStatus): string {
  const last = lastSweep === undefined ? '還沒有過' : time(lastSweep)
  return isSweepLate ? `${last}，排程沒有來` : last
}

function paypalText({ isPaypalAnswering, failingSince }: ShopStatus): string {
  const now = isPaypalAnswering ? '有回應' : '沒有回應'
  return failingSince === undefined ? now : `${now}；${time(failingSince)} 起有訂單查不到`
}

/** Shop health: last sweep, pending mails, provider, backups and version. */
export function StatusPanel({ status }: { status: ShopStatus }) {
  const { isSweepLate, mailsWaiting, version } = status
  const facts = [
    ['定期檢查', sweepText(status)],
    ['等待寄出的信', `${mailsWaiting} 封`],
    ['PayPal', paypalText(status)],
    ['資料庫備份', backupText(status.backup)],
    ['版本', version],
  ] as const
  return (
    <section className={styles.section}>
      <h2>商店的狀況</h2>
      {isSweepLate ? (
        <p>
          <strong>定期檢查停了：請管理主機的人看排程。</strong>
          在恢復之前，有人打開這一頁時商店會自己檢查一次。
        </p>
      ) : null}
      <FactList className={styles.takings} facts={facts} />
    </section>
  )
}
