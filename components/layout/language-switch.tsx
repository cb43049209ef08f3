'use client'

import { useSyncExternalStore } from 'react'

import { browserStorage } from '#components/ui/browser.ts'
import {
  LABEL_LANGUAGE_KEY,
  type LabelLanguage,
  parseLabelLanguage,
} from '#lib/text/header-labels.ts'
import languageSwitchStyles from './language-switch.module.css'

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
    <fieldset className={languageSwitchStyles.switch} aria-label="選單語言">
      <span aria-hidden="true">選單</span>
      <button type="button" aria-pressed={language === 'zh-Hant'} onClick={() => choose('zh-Hant')}>
        中文
      </button>
      <button type="button" lang="ja" aria-pressed={language === 'ja'} onClick={() => choose('ja')}>
        日本語
      </button>
      <span lang="ja" className={`label-ja ${languageSwitchStyles.note}`}>
        メニューの一部のみ日本語、本文は中文です。
      </span>
    </fieldset>
  )
}
