import { useEffect, useRef } from 'react';

interface NoticeProps {
  text: string;
  /** True for a new rejection, which is read out immediately; false for a message that preceded the form. */
  takesFocus: boolean;
}

/** Message above a form. */
export function Notice({ text, takesFocus }: NoticeProps) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) notice.current?.focus();
  }, [takesFocus, text]);
  return (
    <p
      ref={notice}
      role="alert"
      tabIndex={-1}
      className="rounded-md border border-destructive/40 bg-destructive/8 px-3 py-2 text-sm"
    >
      {text}
    </p>
  );
}
