; mapping.md 9: there may be more kinds of fences than are told apart: further ones are all taken for such as must be kept apart.
; RUN: %passes separate | %check
; CHECK-LABEL: define void @further(
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[FIRST:![0-9]+]]
; CHECK-NEXT: call void asm sideeffect "", ""()
; CHECK-NEXT: %x = load
; CHECK-NEXT: fence syncscope("agent") release, !mmra [[SECOND:![0-9]+]]
define void @kinds() {
  fence syncscope("agent") acquire, !mmra !0
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !1
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !2
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !3
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !4
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !5
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !6
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !7
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !8
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !9
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !10
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !11
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !12
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !13
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !14
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !15
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !16
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !17
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !18
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !19
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !20
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !21
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !22
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !23
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !24
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !25
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !26
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !27
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !28
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !29
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !30
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !31
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !32
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !33
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !34
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !35
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !36
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !37
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !38
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !39
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !40
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !41
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !42
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !43
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !44
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !45
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !46
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !47
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !48
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !49
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !50
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !51
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !52
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !53
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !54
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !55
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !56
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !57
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !58
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !59
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !60
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !61
  call void @opaque()
  fence syncscope("agent") acquire, !mmra !62
  call void @opaque()
  ret void
}
declare void @opaque() #0
define void @further(ptr addrspace(1) %p) {
  fence syncscope("agent") release, !mmra !63
  %x = load i32, ptr addrspace(1) %p, align 4
  fence syncscope("agent") release, !mmra !64
  ret void
}
attributes #0 = { nounwind }
!0 = !{!"kind", !"0"}
!1 = !{!"kind", !"1"}
!2 = !{!"kind", !"2"}
!3 = !{!"kind", !"3"}
!4 = !{!"kind", !"4"}
!5 = !{!"kind", !"5"}
!6 = !{!"kind", !"6"}
!7 = !{!"kind", !"7"}
!8 = !{!"kind", !"8"}
!9 = !{!"kind", !"9"}
!10 = !{!"kind", !"10"}
!11 = !{!"kind", !"11"}
!12 = !{!"kind", !"12"}
!13 = !{!"kind", !"13"}
!14 = !{!"kind", !"14"}
!15 = !{!"kind", !"15"}
!16 = !{!"kind", !"16"}
!17 = !{!"kind", !"17"}
!18 = !{!"kind", !"18"}
!19 = !{!"kind", !"19"}
!20 = !{!"kind", !"20"}
!21 = !{!"kind", !"21"}
!22 = !{!"kind", !"22"}
!23 = !{!"kind", !"23"}
!24 = !{!"kind", !"24"}
!25 = !{!"kind", !"25"}
!26 = !{!"kind", !"26"}
!27 = !{!"kind", !"27"}
!28 = !{!"kind", !"28"}
!29 = !{!"kind", !"29"}
!30 = !{!"kind", !"30"}
!31 = !{!"kind", !"31"}
!32 = !{!"kind", !"32"}
!33 = !{!"kind", !"33"}
!34 = !{!"kind", !"34"}
!35 = !{!"kind", !"35"}
!36 = !{!"kind", !"36"}
!37 = !{!"kind", !"37"}
!38 = !{!"kind", !"38"}
!39 = !{!"kind", !"39"}
!40 = !{!"kind", !"40"}
!41 = !{!"kind", !"41"}
!42 = !{!"kind", !"42"}
!43 = !{!"kind", !"43"}
!44 = !{!"kind", !"44"}
!45 = !{!"kind", !"45"}
!46 = !{!"kind", !"46"}
!47 = !{!"kind", !"47"}
!48 = !{!"kind", !"48"}
!49 = !{!"kind", !"49"}
!50 = !{!"kind", !"50"}
!51 = !{!"kind", !"51"}
!52 = !{!"kind", !"52"}
!53 = !{!"kind", !"53"}
!54 = !{!"kind", !"54"}
!55 = !{!"kind", !"55"}
!56 = !{!"kind", !"56"}
!57 = !{!"kind", !"57"}
!58 = !{!"kind", !"58"}
!59 = !{!"kind", !"59"}
!60 = !{!"kind", !"60"}
!61 = !{!"kind", !"61"}
!62 = !{!"kind", !"62"}
!63 = !{!"kind", !"63"}
!64 = !{!"kind", !"64"}
