// SPDX-License-Identifier: BSD-3-Clause
// Tabs as assistive technology knows them: arrow keys move between them, Tab goes on to the contents.
import { type KeyboardEvent, type ReactNode, useId } from "react";

export interface TabsProps<Id extends string> {
  label: string;
  tabs: { id: Id; name: string }[];
  chosen: Id;
  onChoice(id: Id): void;
  children: ReactNode;
}

export function Tabs<Id extends string>({ label, tabs, chosen, onChoice, children }: TabsProps<Id>) {
  const own = useId();
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(({ id }) => id === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length]!;
    onChoice(next.id);
    document.getElementById(`${own}${next.id}`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className="tabs" onKeyDown={onKey}>
        {tabs.map(({ id, name }) => (
          <button
            key={id}
            id={`${own}${id}`}
            type="button"
            role="tab"
            aria-selected={id === chosen}
            aria-controls={`${own}panel`}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoice(id)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${own}panel`} aria-labelledby={`${own}${chosen}`} className="tab-panel">
        {children}
      </div>
    </>
  );
}
