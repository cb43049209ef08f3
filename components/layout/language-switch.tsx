'use client'

import { useSyncExternalStore } from 'react'

import {
  LABEL_LANGUAGE_KEY,
  type LabelLanguage,
  parseLabelLanguage,
} from '#lib/text/header-labels.ts'

import { browserStorage } from '#components/ui/browser-storage.ts'
import styles from './language-switch.module.css'

const storage = browserStorage(LABEL_LANGUAGE_KEY)
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const current = () => parseLabelLanguage(document.documentElement.dataset.labels ?? null)

function choose(language: LabelLanguage): void {
  document.documentElement.dataset.labels = language
  storage.write(language)
  listeners.forEach((listener) => listener())
}

/** 中文 or 日本語 for the labels of the header, remembered in the browser. */
export function LanguageSwitch() {
  const language = useSyncExternalStore(subscribe, current, () => 'zh-Hant' as const)
  return (
    <fieldset className={styles.switch} aria-label="選單語言">
      <button type="button" aria-pressed={language === 'zh-Hant'} onClick={() => choose('zh-Hant')}>
        中文
      </button>
      <button type="button" lang="ja" aria-pressed={language === 'ja'} onClick={() => choose('ja')}>
        日本語
      </button>
    </fieldset>
  )
}
