'use client'

import buttonStyles from './consent-settings-button.module.css'
import { consentStore } from './consent-store.ts'

/** Opens the choice about cookies again, from the footer. */
export function ConsentSettingsButton() {
  return (
    <button
      type="button"
      className={buttonStyles.button}
      data-consent-settings
      onClick={consentStore.ask}
    >
      Cookie 設定
    </button>
  )
}
