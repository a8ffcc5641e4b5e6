import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DutyContact } from '#contract/duty-contact.ts'
import { removeContact, testContact } from '#app/data/duty-contact.ts'
import { resendWebhook } from '#app/data/webhook.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { confirm } from '#app/ui/confirm.ts'
import { toast } from '#app/ui/toast-queue.ts'

export function useContactActs(contacts: readonly DutyContact[]) {
  const client = useQueryClient()
  const [busy, setBusy] = useState('')

  async function run(id: string, work: () => Promise<void>, done: string) {
    setBusy(id)
    try {
      await work()
      toast.success(done)
    } catch (error) {
      toast.error(failureWords(error, '未能提交，请重试'))
    } finally {
      setBusy('')
    }
  }

  return {
    isTestingAll: busy === 'test all',
    isTesting: ({ id }: DutyContact) => busy === `test ${id}`,
    test: ({ id }: DutyContact) => run(`test ${id}`, () => testContact(client, id), '测试通知已提交'),
    async testAll(those: readonly DutyContact[]) {
      const question = `是否向 ${those.length} 位联系人发送测试？`
      const detail = `${those.map(({ name }) => name).join('、')}会收到测试通知。`
      if (!(await confirm({ question, detail, yes: '发送' }))) return
      const work = async () => {
        for (const { id } of those) await testContact(client, id)
      }
      await run('test all', work, '测试通知已提交')
    },
    async remove({ id, name }: DutyContact) {
      const others = contacts.filter((one) => one.id !== id)
      const [next] = others
      const isOrdered = others.every(({ buildings, hoursFrom, hoursTo }) => !buildings[0] && hoursFrom === hoursTo)
      const then = isOrdered && next ? `先通知${next.name}` : '按负责的建筑和时段通知其余联系人'
      const detail = next ? `删除后火警${then}。` : '删除后火警没有值班联系人可通知。'
      if (!(await confirm({ question: `是否删除“${name}”？`, detail, yes: '删除', danger: true }))) return
      await run(`remove ${id}`, () => removeContact(client, id), `已删除值班联系人“${name}”`)
    },
    resend: (id: string) => run(`resend ${id}`, () => resendWebhook(client, id), '已重新提交'),
  }
}

export type ContactActs = ReturnType<typeof useContactActs>
