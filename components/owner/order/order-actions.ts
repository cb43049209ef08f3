import type { OwnerAction } from '#components/owner/form/owner-action.ts'

/** The server actions of an order's sheet, passed by the page. */
export type OrderActions = Readonly<
  Record<
    | 'ship'
    | 'complete'
    | 'editRecipient'
    | 'note'
    | 'cancel'
    | 'resolve'
    | 'invoice'
    | 'answer'
    | 'startReturn'
    | 'takeBack'
    | 'changeItems'
    | 'changeDelivery'
    | 'manualRefund'
    | 'keep'
    | 'handRefund'
    | 'withdrawRefund'
    | 'requestBankAccount',
    OwnerAction
  >
>
