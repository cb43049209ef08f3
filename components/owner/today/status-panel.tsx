import styles from '#components/owner/owner.module.css'
import { FactList } from '#components/ui/facts.tsx'
import type { Backup, ShopStatus } from '#lib/health/health.ts'
import { formatTime } from '#lib/time/taipei-time.ts'

const time = (at: string) => formatTime(new Date(at))

function backupText(backup: Backup): string {
  if (backup === 'practice') return '練習商店不備份'
  if (backup === 'unknown') return '無法查詢，請檢查主機的設定'
  return backup.at === undefined ? '尚無備份' : time(backup.at)
}

// Empty for a service that the shop does not use.
function answerText(isAnswering: boolean | undefined): string {
  if (isAnswering === undefined) return ''
  return isAnswering ? '有回應' : '沒有回應'
}

function storesText({ storesTakenAt: at }: ShopStatus): string {
  if (at === undefined) return ''
  return at === '' ? '尚未取得綠界的名單' : `${time(at)} 更新`
}

function numbersText({ invoiceNumbers: numbers }: ShopStatus): string {
  if (numbers === undefined) return ''
  if (numbers === 'unknown') return '尚未查詢綠界'
  return `剩 ${numbers.left} 張（${time(numbers.requestedAt)}）`
}

/** Shop health: last sweep, pending mails, provider, backups and version. */
export function StatusPanel({ status }: { status: ShopStatus }) {
  const { lastSweep, isSweepLate, mailsWaiting, failingSince, version, builtAt } = status
  const swept = lastSweep === undefined ? '尚未執行' : time(lastSweep)
  const paypal = status.isPaypalAnswering ? '有回應' : '沒有回應'
  const facts = [
    ['定期檢查', isSweepLate ? `${swept}，排程未執行` : swept],
    ['等待寄出的信', `${mailsWaiting} 封`],
    [
      'PayPal',
      failingSince === undefined ? paypal : `${paypal}；${time(failingSince)} 起有訂單無法查詢`,
    ],
    ['LINE Pay', answerText(status.isLinePayAnswering)],
    ['綠界信用卡', answerText(status.isCashierAnswering)],
    ['門市名單', storesText(status)],
    ['發票字軌', numbersText(status)],
    ['資料庫備份', backupText(status.backup)],
    [
      '版本',
      <>
        {builtAt === '' ? null : <span className={styles.whole}>{time(builtAt)} 部署</span>}{' '}
        <span className={styles.soft}>{version}</span>
      </>,
    ],
  ] as const
  return (
    <section className={styles.section}>
      <h2>系統狀態</h2>
      {isSweepLate ? (
        <p>
          <strong>定期檢查已停止：請工程師檢查排程。</strong>
          在恢復之前，有人打開這一頁時系統會自動檢查一次。
        </p>
      ) : null}
      <FactList className={styles.takings} facts={facts} />
    </section>
  )
}
