import type { Metadata } from 'next'

import { startSession } from '#app/(sign-in)/actions.ts'
import {
  deleteAccountAction,
  requestDataAction,
  saveSettingsAction,
  signOutDeviceAction,
  signOutEverywhereAction,
} from '#app/account/actions.ts'
import { withdrawOwnHalfAction } from '#app/halves/actions.ts'
import styles from '#components/account/account.module.css'
import { DataSection } from '#components/account/data-request-form.tsx'
import { DeleteSection } from '#components/account/delete-account.tsx'
import { DevicesSection } from '#components/account/devices-section.tsx'
import { PasswordSection } from '#components/account/password-section.tsx'
import { SettingsForm } from '#components/account/settings-form.tsx'
import { METHOD_LABELS, NO_EMAIL } from '#components/account/settings-messages.ts'
import { OwnHalvesSection } from '#components/half/own-halves-section.tsx'
import { Link } from '#components/ui/link.tsx'
import { findDevices, readSettings, readWebConfig, requireAccount } from '#lib/account/session.ts'
import { findCities } from '#lib/delivery/find-cities.ts'
import { halvesOf } from '#lib/half/withdraw-half.ts'
import { findDataRequests } from '#lib/privacy/request-data.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { storesFrom } from '#lib/settings/env.ts'

export const metadata: Metadata = { title: '設定', description: '管理個人資料、密碼與帳號。' }

export default async function SettingsPage() {
  const account = await requireAccount(PATHS.settings)
  const [config, { phone, profile }, requests, devices, halves] = await Promise.all([
    readWebConfig(),
    readSettings(account),
    findDataRequests(account),
    findDevices(account),
    halvesOf(account),
  ])
  const hasPassword = account.methods.includes('password')
  return (
    <div className={styles.sections}>
      <section className={styles.section}>
        <h2>登入方式</h2>
        <dl className={styles.facts}>
          <dt>登入方式</dt>
          <dd>{METHOD_LABELS[account.method]}</dd>
          <dt>電子信箱</dt>
          <dd className={styles.address}>
            {account.email || NO_EMAIL}
            {account.emailVerified || account.email === '' ? null : (
              <Link href={`${PATHS.verifyEmail}?redirect=${PATHS.settings}`}>
                尚未驗證，前往驗證電子信箱
              </Link>
            )}
          </dd>
        </dl>
      </section>
      <section className={styles.section}>
        <SettingsForm
          name={account.name}
          phone={phone}
          profile={profile}
          cities={findCities()}
          picksStores={storesFrom() === 'list'}
          save={saveSettingsAction}
        />
      </section>
      {hasPassword ? (
        <PasswordSection config={config} email={account.email} startSession={startSession} />
      ) : null}
      <DevicesSection
        devices={devices}
        signOut={signOutDeviceAction}
        signOutEverywhere={signOutEverywhereAction}
      />
      <OwnHalvesSection halves={halves} withdraw={withdrawOwnHalfAction} />
      <DataSection openRequests={requests} request={requestDataAction} />
      <DeleteSection
        config={config}
        email={account.email}
        method={account.method}
        deleteAccount={deleteAccountAction}
      />
    </div>
  )
}
