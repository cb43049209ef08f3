import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { Panel } from '#components/owner/form/panel.tsx'
import { TextAreaField } from '#components/ui/field.tsx'
import { OrderId } from './order-id.tsx'
import type { OrderTool } from './order-tool.ts'

/** Adds a note that the shopper never sees. */
export function AddNote({ order, action }: OrderTool) {
  return (
    <Panel title="加備註" isOpen>
      <OwnerForm action={action} submit="加備註" done="已加上，只有店主看得到。">
        <OrderId order={order} />
        <TextAreaField id="note-text" name="text" label="備註" maxLength={500} />
      </OwnerForm>
    </Panel>
  )
}
