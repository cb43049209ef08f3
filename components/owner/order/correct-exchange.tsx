import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { Panel } from '#components/owner/form/panel.tsx'
import { ExchangeParcel } from './exchange-parcel.tsx'
import { OrderId } from './order-id.tsx'
import type { OrderTool } from './order-tool.ts'

// Corrects the parcel of the newest exchange when no other decision is open.
export function CorrectExchange({ order, action }: OrderTool) {
  const parcel = order.returns?.at(-1)?.parcel
  if (!parcel) return null
  return (
    <Panel key="correct" title="更正換貨的包裹">
      <OwnerForm action={action} submit="更正包裹" done="已更正，會員看得到追蹤編號。">
        <OrderId order={order} />
        <input type="hidden" name="answer" value="exchanged" />
        <input type="hidden" name="reason" value="" />
        <ExchangeParcel order={order} parcel={parcel} />
      </OwnerForm>
    </Panel>
  )
}
