import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { Panel } from '#components/owner/form/panel.tsx'
import styles from '#components/owner/owner.module.css'
import { OrderId } from './order-id.tsx'
import type { OrderTool } from './order-tool.ts'

/** Completes a shipped order. */
export function CompleteOrder({ order, action }: OrderTool) {
  return (
    <Panel title="標記為已完成" isOpen>
      <OwnerForm action={action} submit="標記為已完成" done="已完成。">
        <OrderId order={order} />
        <p className={styles.soft}>包裹送達後按下；七天退貨期從這一天算起。</p>
      </OwnerForm>
    </Panel>
  )
}
