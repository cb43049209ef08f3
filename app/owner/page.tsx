import type { Metadata } from 'next'
import { after } from 'next/server'
import { Suspense } from 'react'

import {
  changeFactsDayAction,
  endSaleAction,
  findOrderAction,
  moveDeadlineAction,
  publishFactsAction,
  recountAction,
  releaseReservationsAction,
  switchRemindersAction,
} from '#app/owner/actions.ts'
import { readOrSay } from '#app/owner/read-or-say.tsx'
import { OwnerPage } from '#components/owner/owner-page.tsx'
import { ApplicationsNotice } from '#components/owner/today/applications-notice.tsx'
import { CountsNotice } from '#components/owner/today/counts-notice.tsx'
import { DayQuestions } from '#components/owner/today/day-questions.tsx'
import { DeploymentNotice } from '#components/owner/today/deployment-notice.tsx'
import { FirstTaskLine } from '#components/owner/today/first-task-line.tsx'
import { HalvesNotice } from '#components/owner/today/halves-notice.tsx'
import { InvoicesNotice } from '#components/owner/today/invoices-notice.tsx'
import { OpeningList } from '#components/owner/today/opening-list.tsx'
import { ParcelsNotice } from '#components/owner/today/parcels-notice.tsx'
import { ReminderSwitch } from '#components/owner/today/reminder-switch.tsx'
import { StatusPanel } from '#components/owner/today/status-panel.tsx'
import { TodayView } from '#components/owner/today/today-view.tsx'
import { UnprovenProducts } from '#components/owner/today/unproven-products.tsx'
import { Link } from '#components/ui/link.tsx'
import { readDeployment } from '#lib/content-editor/find-repository.ts'
import { countHalvesToChoose } from '#lib/half/choose-half.ts'
import { readStatus } from '#lib/health/health.ts'
import { findLowStock } from '#lib/inventory/low-stock.ts'
import { readApplications } from '#lib/join/application.ts'
import { requireOwner } from '#lib/owner/access.ts'
import { findDayQuestions } from '#lib/owner/find-day-questions.ts'
import { isMonthEndDue } from '#lib/owner/month-end.ts'
import { readInvoiceDay } from '#lib/owner/read-invoice-day.ts'
import { readOpening } from '#lib/owner/read-opening.ts'
import { readParcels } from '#lib/owner/read-parcels.ts'
import { readToday } from '#lib/owner/read-today.ts'
import { shippingCounts } from '#lib/owner/today.ts'
import { firstTask, waitingTasks } from '#lib/owner/today.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { sweepWhenLate } from '#lib/sweep/sweep.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

export const metadata: Metadata = { title: '今日', robots: { index: false, follow: false } }

export default readOrSay({ title: '今日', here: OWNER_PATHS.today }, async function TodayPage() {
  await requireOwner()
  after(sweepWhenLate)
  const [today, applications, low, status, parcels, invoices, questions, products, halves] =
    await Promise.all([
      readToday(),
      readApplications(),
      findLowStock(),
      readStatus(),
      readParcels(),
      readInvoiceDay(),
      findDayQuestions(),
      findProducts(),
      countHalvesToChoose(),
    ])
  const opening = await readOpening(products)
  const waiting = { invoices, parcels, questions, applications: applications.length, halves }
  return (
    <OwnerPage title={formatDay(today.now)} here={OWNER_PATHS.today}>
      <FirstTaskLine task={firstTask(waitingTasks(today, waiting))} />
      <OpeningList steps={opening} />
      {isMonthEndDue(today.now) ? (
        <p>
          <Link href={`${OWNER_PATHS.books}#month-end`}>整理上個月的帳：月底清單</Link>
        </p>
      ) : null}
      <Suspense fallback={null}>
        <Deployed />
      </Suspense>
      <InvoicesNotice day={invoices} />
      <ParcelsNotice day={parcels} />
      <ApplicationsNotice count={applications.length} />
      <HalvesNotice count={halves} />
      <DayQuestions
        questions={questions}
        moveDeadline={moveDeadlineAction}
        publishFacts={publishFactsAction}
        changeFactsDay={changeFactsDayAction}
        endSale={endSaleAction}
      />
      <CountsNotice found={today.foundCounts} toMake={today.toMake} recount={recountAction} />
      <TodayView
        today={today}
        shipping={shippingCounts(today, parcels)}
        low={low}
        release={releaseReservationsAction}
        find={findOrderAction}
      />
      <ReminderSwitch isOn={today.hasReminders} change={switchRemindersAction} />
      <UnprovenProducts products={products} />
      <StatusPanel status={status} />
    </OwnerPage>
  )
})

// The Git host is another's machine: the page does not wait for it.
async function Deployed() {
  return <DeploymentNotice deployment={await readDeployment()} />
}
