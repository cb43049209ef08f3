import styles from '#components/owner/owner.module.css'
import { Link } from '#components/ui/link.tsx'
import type { Deployment } from '#lib/content-editor/find-repository.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { formatTime } from '#lib/time/taipei-time.ts'

const time = (at: string) => formatTime(new Date(at))

/** Says which content the shop runs and which is saved, until they are the same, and what to do where that takes too long. */
export function DeploymentNotice({ deployment }: { deployment: Deployment | undefined }) {
  if (deployment === undefined || deployment.state === 'live') return null
  if (deployment.state === 'unknown') {
    return <p className={styles.soft}>儲存庫沒有回應，無法確認儲存的內容是否都已上線。</p>
  }
  const { savedAt, builtAt, isLate } = deployment
  const saved = savedAt === undefined ? '儲存的內容' : `${time(savedAt)} 儲存的內容`
  return (
    <section className={styles.section}>
      <h2>尚未上線的內容</h2>
      <p>
        {saved}尚未上線：網站目前是 {time(builtAt)} 部署的版本。
        {isLate ? '' : '部署通常需要幾分鐘，完成後這則提示會自動消失。'}
      </p>
      {isLate ? (
        <p className={styles.unreadable} role="alert">
          <strong>已超過 20 分鐘，部署可能失敗。</strong>
          網站照常運作，顯示的是上一個版本。請工程師打開主機的部署紀錄，查看最後一次失敗的原因，修正後重新部署。若無法等候，請到
          <Link href={OWNER_PATHS.content}>內容</Link>
          復原最後一次變更，主機會再部署一次。
        </p>
      ) : null}
    </section>
  )
}
