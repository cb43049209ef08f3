import type { OwnerAction } from '#components/owner/form/owner-action.ts'
import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { Panel } from '#components/owner/form/panel.tsx'
import styles from '#components/owner/owner.module.css'

/** Switches the reminder of unpaid orders on or off. */
export function ReminderSwitch({ isOn, change }: { isOn: boolean; change: OwnerAction }) {
  return (
    <Panel title={`付款提醒：${isOn ? '開著' : '關著'}`}>
      <p className={styles.soft}>下單滿 24 小時尚未付款時，寄一封信提醒買家，每筆訂單只寄一次。</p>
      <OwnerForm
        action={change}
        submit={isOn ? '關掉付款提醒' : '打開付款提醒'}
        done={isOn ? '已關掉。' : '已打開。'}
      >
        <input type="hidden" name="reminders" value={isOn ? 'off' : 'on'} />
      </OwnerForm>
    </Panel>
  )
}
